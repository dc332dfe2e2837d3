import * as z from 'zod/mini';
import { POST_DEAL } from '../../../lib/community-paths.ts';
import { participationRefused } from '../../session/contracts/participation.ts';
import { postFields } from './fields.ts';

/** Checks a deal that is being typed (contract.md, Posting): deals that look like it, and its likely store and category. */
export const checkCall = {
  address: POST_DEAL,
  do: 'check',
  isRepeatable: true,
  form: postFields,
  answer: z.union([
    z.object({
      duplicates: z.array(z.object({ threadId: z.number(), title: z.string(), path: z.string(), why: z.string() })),
      /** Slugs; left out where they are not known. */
      store: z.optional(z.string()),
      storeName: z.optional(z.string()),
      category: z.optional(z.string()),
    }),
    participationRefused,
  ]),
};
export type CheckAnswer = z.infer<typeof checkCall.answer>;
export type Checked = Exclude<CheckAnswer, { error: string }>;
