import * as z from 'zod/mini';
import { positiveId } from '../../../lib/form-fields.ts';
import { participationRefused } from '../../session/contracts/participation.ts';
import { reply } from './replies.ts';

/** The comment as it is now. */
export const posted = z.object({ reply });

/** Why it was refused; `field` when the message itself is wrong. */
export const postRefused = z.union([participationRefused, z.object({ field: z.literal('message'), message: z.string() })]);

/** A new comment (contract.md, Community). */
export const replyCall = {
  address: '/forums/newreply.php',
  do: 'postreply',
  form: z.object({ threadid: positiveId(), parentid: z.optional(positiveId()), message: z._default(z.string(), '') }),
  answer: z.union([posted, postRefused]),
};
export type PostAnswer = z.infer<typeof replyCall.answer>;
