/** Kinds of vote (spec §4) as the call sends them (§7). */
export const VOTES = { up: 1, down: -1, neutral: 0 } as const;
export type Vote = keyof typeof VOTES;

/** `votetypeid` of the call (contract.md). */
export const VOTE_TYPE = { deal: 1, comment: 2 } as const;

/** What the call answers: the new count and its change, or why nothing was counted (contract.md, Community). */
export type VoteAnswer = { threadid: number; postid: number; score: number | null; voted: number } | { error: string };

/** Told to the document when posts came into the page after it was loaded. */
export const POSTS_ADDED = 'magpie:posts-added';

/** Said where a vote was not counted (spec §8). */
export const MESSAGES = { failed: 'error in voting response' } as const;
