import { ALERTS_CALL } from './alert-fields.ts';
import { changed, oneAlert } from './answers.ts';

/** Deletes a deal alert. */
export const deleteCall = { address: ALERTS_CALL, do: 'delete', isRepeatable: true, form: oneAlert, answer: changed };
