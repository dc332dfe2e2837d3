import { addFields, ALERTS_CALL } from './alert-fields.ts';
import { added } from './answers.ts';

/** A new deal alert by a store, brand, category or deal. */
export const addByTagCall = { address: ALERTS_CALL, do: 'do-add-widget', form: addFields, answer: added };
