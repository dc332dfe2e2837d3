import type { Replies, Reply } from './contracts/replies.ts';

/** Comments that are on a deal's page, and that a call brings at once. */
export const REPLIES_AT_ONCE = 20;

/** The page that has the forms for a comment, for browsers without script. */
export const COMMENT_PAGE = '/account/comment';

/** A page of comments. @param replies one more than the page has, where more follow */
export function pageOf(replies: Reply[], size: number): Replies {
  const shown = replies.slice(0, size);
  const last = shown.at(-1);
  return { replies: shown, next: last && replies.length > size ? last.postid : null };
}
