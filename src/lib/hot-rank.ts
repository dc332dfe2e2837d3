/** Hot order compares a tenfold score with this much time: 12.5 hours. */
const SECONDS_PER_TENFOLD = 45_000;
/** An arbitrary fixed moment, so that ranks are small numbers. */
const RANK_EPOCH = Date.UTC(2020, 0, 1);

/** Ups minus downs (contract.md, Community). */
export const score = (votes: { up: number; down: number }) => votes.up - votes.down;

/**
 * Rank of a deal in hot order, higher first: the logarithm of its score plus its posting time. The time that passes does not
 * change it, so the order changes only with votes, and old deals still sink below new ones.
 */
export function hotRank(votes: { up: number; down: number }, postedAt: Date): number {
  const net = score(votes);
  const weight = Math.sign(net) * Math.log10(Math.max(Math.abs(net), 1));
  return weight + (postedAt.getTime() - RANK_EPOCH) / 1000 / SECONDS_PER_TENFOLD;
}
