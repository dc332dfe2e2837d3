import { ALERTS_CALL, updateFields } from './alert-fields.ts';
import { changed } from './answers.ts';

/** Another frequency, other limits and so on of a deal alert of one's own. */
export const updateCall = { address: ALERTS_CALL, do: 'update', form: updateFields, answer: changed };
