import { addFields, ALERTS_CALL } from './alert-fields.ts';
import { added } from './answers.ts';

/** A new deal alert by the criteria of a page or an earlier answer. */
export const addByCriteriaCall = { address: ALERTS_CALL, do: 'addByCriteriaId', form: addFields, answer: added };
