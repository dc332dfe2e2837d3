import { ALERTS_CALL } from './alert-fields.ts';
import { changed, alertIdField } from './answers.ts';

/** Resumes a deal alert that was paused; what happened meanwhile does not count. */
export const resumeCall = { address: ALERTS_CALL, do: 'resume', isRepeatable: true, form: alertIdField, answer: changed };
