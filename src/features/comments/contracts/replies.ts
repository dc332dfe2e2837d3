import * as z from 'zod/mini';
import { flag, positiveId } from '../../../lib/form-fields.ts';

/** A comment as calls and pages carry it (contract.md, Community). */
export const reply = z.object({
  postid: z.number(),
  parentid: z.nullable(z.number()),
  userid: z.nullable(z.number()),
  username: z.string(),
  /** Path of the picture; null for a member who is gone. */
  avatar: z.nullable(z.string()),
  reputation: z.number(),
  postedAt: z.string(),
  /** When it was last edited; null for edits within the first minutes, which are not marked. */
  editedAt: z.nullable(z.string()),
  bodyHtml: z.string(),
  score: z.number(),
  replyCount: z.number(),
  /** The replies to this comment, where a call nests them. */
  get replies() {
    return z.optional(z.array(reply));
  },
});
export type Reply = z.infer<typeof reply>;

/** The orders of a thread's comments; the first is the one that a deal's page has. */
export const COMMENT_SORTS = ['old', 'new', 'top'] as const;
export type CommentSort = (typeof COMMENT_SORTS)[number];

/** Comments of a thread, or those to a comment, by its id (spec §7; contract.md, Community). */
export const repliesCall = {
  address: '/comments/replies/',
  query: z.object({
    'from-reply': z.optional(positiveId('must be the id of a post')),
    threaded: z._default(flag, false),
    sort: z._default(z.enum(COMMENT_SORTS, `must be one of ${COMMENT_SORTS.join(', ')}`), 'old'),
  }),
  /** Some comments, and the post to go on after; `next` is null at the end. */
  answer: z.object({ replies: z.array(reply), next: z.nullable(z.number()) }),
};
export type Replies = z.infer<typeof repliesCall.answer>;

/** Shown where more comments could not be loaded (spec §8). */
export const repliesFailed = (email: string) => `Failed to load replies. Please contact ${email}`;
