/** Where a vote is sent to (spec §7). */
export const VOTE_ADDRESS = '/forums/sdthreadrate_ajax.php';

/** Kinds of vote (spec §4) as the call sends them (§7). */
export const VOTES = { up: 1, down: -1, neutral: 0 } as const;
export type Vote = keyof typeof VOTES;

/** `votetypeid` of the call (contract.md). */
export const VOTE_TYPE = { deal: 1, comment: 2 } as const;

/** What the call answers: the new count and its change, or why nothing was counted (contract.md, Community). */
export type VoteAnswer = { threadid: number; postid: number; score: number | null; voted: number } | { error: string };

/** Told to the document when posts came into the page after it was loaded. */
export const POSTS_ADDED = 'magpie:posts-added';

/** What stands in place of a score that is still hidden. */
export const HIDDEN_SCORE = { text: 'New', title: 'The score shows some minutes after posting' } as const;

/** What `threadrate.php` answers: how the member voted, by thread ids of deals and post ids of comments. */
export type OwnVotes = Record<string, 'up' | 'down'>;

/** Said where a vote was not counted (spec §8). */
export const MESSAGES = {
  failed: 'error in voting response',
  tooFast: 'You are voting very fast, so this vote did not count. Please wait a minute.',
} as const;
