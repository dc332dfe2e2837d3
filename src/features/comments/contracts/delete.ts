import * as z from 'zod/mini';
import { success } from '../../../lib/answers.ts';
import { positiveId } from '../../../lib/form-fields.ts';
import { participationRefused } from '../../session/contracts/participation.ts';
import { EDIT_ADDRESS } from './edit.ts';

/** Deleting a comment of one's own (contract.md, Community). */
export const deleteCall = {
  address: EDIT_ADDRESS,
  do: 'deletepost',
  form: z.object({ postid: positiveId() }),
  answer: z.union([success, participationRefused]),
};
export type DeleteAnswer = z.infer<typeof deleteCall.answer>;
