import type { Reply } from './contracts/replies.ts';

/** A comment with all replies below it, also those to replies, the oldest first. */
interface Branch {
  reply: Reply;
  below: Reply[];
}

/**
 * Groups replies under the comment that began their conversation, where that is among these; the other comments are groups of their
 * own. The order is kept.
 */
export function groupReplies(replies: Reply[]): Branch[] {
  const byId = new Map(replies.map((reply) => [reply.postid, reply]));
  const beginningOf = (reply: Reply): Reply => {
    const parent = reply.parentid === null ? undefined : byId.get(reply.parentid);
    return parent ? beginningOf(parent) : reply;
  };
  const branches = new Map<Reply, Reply[]>(replies.filter((reply) => beginningOf(reply) === reply).map((reply) => [reply, []]));
  for (const reply of replies) if (!branches.has(reply)) branches.get(beginningOf(reply))?.push(reply);
  return [...branches].map(([reply, below]) => ({ reply, below: below.sort(byTime) }));
}

/**
 * Places one's own comments that were posted before all others were loaded: a reply stands with the comment that it replies to, where that is
 * shown.
 * @param posted in the order in which they were posted
 * @returns all that stand among the loaded comments, and those that wait behind them
 */
export function placePosted(loaded: Reply[], posted: Reply[]): { placed: Reply[]; waiting: Reply[] } {
  const placed = [...loaded];
  const waiting: Reply[] = [];
  for (const reply of posted) {
    const isPlaced = placed.some(({ postid }) => postid === reply.parentid);
    (isPlaced ? placed : waiting).push(reply);
  }
  return { placed, waiting };
}

const byTime = (one: Reply, other: Reply) => Date.parse(one.postedAt) - Date.parse(other.postedAt) || one.postid - other.postid;
