import { ALERTS_CALL } from './alert-fields.ts';
import { changed, oneAlert } from './answers.ts';

/** Pauses a deal alert. */
export const pauseCall = { address: ALERTS_CALL, do: 'pause', isRepeatable: true, form: oneAlert, answer: changed };
