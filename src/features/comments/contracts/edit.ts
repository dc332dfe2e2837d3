import * as z from 'zod/mini';
import { positiveId } from '../../../lib/form-fields.ts';
import { posted, postRefused } from './reply.ts';

export const EDIT_ADDRESS = '/forums/editpost.php';

/** Another text of a comment of one's own (contract.md, Community). */
export const editCall = {
  address: EDIT_ADDRESS,
  do: 'updatepost',
  form: z.object({ postid: positiveId(), message: z.string() }),
  answer: z.union([posted, postRefused]),
};
