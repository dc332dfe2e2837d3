import * as z from 'zod/mini';
import { wholeNumber } from '../../../lib/form-fields.ts';
import { isSlug } from '../../../lib/slug.ts';
import { MAX_INTEGER } from '../../../lib/integers.ts';

/** What a forum is called that is named by its id or its slug, and its id (spec §3, Forum selection; §7). */
export const forumCall = {
  address: '/web-api/forum/',
  query: z.object({
    id: z.optional(wholeNumber(1, MAX_INTEGER, 'must be the id of a forum')),
    slug: z.optional(z.string('must be the slug of a forum').check(z.refine(isSlug, 'must be the slug of a forum'))),
  }),
  answer: z.object({ label: z.string(), value: z.union([z.number(), z.string()]) }),
};
export type ForumAnswer = z.infer<typeof forumCall.answer>;
