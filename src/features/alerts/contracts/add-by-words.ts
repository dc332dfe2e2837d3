import { addFields, ALERTS_CALL } from './alert-fields.ts';
import { added } from './answers.ts';

/** A new deal alert by words and filters. */
export const addByWordsCall = { address: ALERTS_CALL, do: 'do-add', form: addFields, answer: added };
