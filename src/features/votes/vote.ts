/** Kinds of vote (spec §4) as calls and forms write them (§7). */
export const VOTES = { up: 1, down: -1, neutral: 0 } as const;
export type Vote = keyof typeof VOTES;

/** What is voted on, as `votetypeid` says it (contract.md). */
export const VOTE_TYPE = { deal: 1, comment: 2 } as const;
export type VoteType = (typeof VOTE_TYPE)[keyof typeof VOTE_TYPE];

/** Event of the document when posts were added to the page after it was loaded. */
export const POSTS_ADDED = 'magpie:posts-added';

/** What is in place of a score that is still hidden. */
export const HIDDEN_SCORE = { text: 'New', title: 'The score shows some minutes after posting' } as const;
