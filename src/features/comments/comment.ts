/** A comment as calls and pages carry it (contract.md, Community). */
export interface Reply {
  postid: number;
  parentid: number | null;
  userid: number | null;
  username: string;
  /** Path of the picture; null for a member who is gone. */
  avatar: string | null;
  reputation: number;
  postedAt: string;
  /** When it was last edited, once it was up for longer than edits go unmarked. */
  editedAt: string | null;
  bodyHtml: string;
  score: number;
  replyCount: number;
  /** Those to this comment, where a call nests them. */
  replies?: Reply[];
}

/** Some comments of a thread, and the post to go on after; `next` is null at the end. */
export interface Replies {
  replies: Reply[];
  next: number | null;
}

/** Comments that stand on a deal's page, and that a call brings at once. */
export const REPLIES_AT_ONCE = 20;

/** Where a comment is found, whatever page of the thread it is on. */
export const postPath = (postid: number) => `/forums/showpost.php?p=${postid}`;

/** A page of comments from one more than it has. */
export function pageOf(replies: Reply[], size: number): Replies {
  const shown = replies.slice(0, size);
  return { replies: shown, next: replies.length > size ? shown.at(-1)!.postid : null };
}
