import type { Reply } from './contracts/replies.ts';

/** A comment with all that was said below it, also in reply to a reply, the oldest first. */
export interface Branch {
  reply: Reply;
  below: Reply[];
}

/**
 * Puts replies below the comment that their talk began with, where that is among these; the others, and their replies, stand by
 * themselves. The comments stay in the order that they have.
 */
export function arrange(replies: Reply[]): Branch[] {
  const byId = new Map(replies.map((reply) => [reply.postid, reply]));
  const beginningOf = (reply: Reply): Reply => {
    const parent = reply.parentid === null ? undefined : byId.get(reply.parentid);
    return parent ? beginningOf(parent) : reply;
  };
  const branches = new Map<Reply, Reply[]>(replies.filter((reply) => beginningOf(reply) === reply).map((reply) => [reply, []]));
  for (const reply of replies) if (!branches.has(reply)) branches.get(beginningOf(reply))?.push(reply);
  return [...branches].map(([reply, below]) => ({ reply, below: below.sort(byTime) }));
}

const byTime = (one: Reply, other: Reply) => Date.parse(one.postedAt) - Date.parse(other.postedAt) || one.postid - other.postid;
