import { ALERTS_CALL } from './alert-fields.ts';
import { changed, alertIdField } from './answers.ts';

/** Pauses a deal alert. */
export const pauseCall = { address: ALERTS_CALL, do: 'pause', isRepeatable: true, form: alertIdField, answer: changed };
