import type { Reply } from './comment.ts';

/** What the comments' calls answer (contract.md, Community): the same for server and browser. */

/** Why nothing was posted: `field` says that it is about the message. */
type PostRefused = { error: string } | { field: 'message'; message: string };
export type PostAnswer = { reply: Reply } | PostRefused;
export type EditAnswer = PostAnswer | { success: true };
/** `GET /comments/source/{id}`: a comment as it was typed. */
export interface SourceAnswer {
  message: string;
}

export const REPLY_ADDRESS = '/forums/newreply.php';
export const EDIT_ADDRESS = '/forums/editpost.php';
/** The page that has the forms for a comment, for browsers without script. */
export const COMMENT_PAGE = '/account/comment';

/** Said where more comments could not be had (spec §8). */
export const repliesFailed = (email: string) => `Failed to load replies. Please contact ${email}`;
