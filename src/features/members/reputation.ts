/** Votes of others on a member's posts. */
interface Received {
  up: number;
  down: number;
}

/** Points for an upvote on a deal. An upvote on a comment counts 1, and any downvote -1. */
const POINTS_A_DEAL = 3;

/**
 * A member's reputation: three points for each up on their deals, one for each up on their comments, less one for each
 * down on either; never below 0.
 */
export const reputationFrom = (deals: Received, comments: Received): number =>
  Math.max(0, POINTS_A_DEAL * deals.up - deals.down + comments.up - comments.down);
