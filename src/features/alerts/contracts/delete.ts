import { ALERTS_CALL } from './alert-fields.ts';
import { changed, alertIdField } from './answers.ts';

/** Deletes a deal alert. */
export const deleteCall = { address: ALERTS_CALL, do: 'delete', isRepeatable: true, form: alertIdField, answer: changed };
