/** A vote: for, against, or none. */
export type VoteValue = 1 | -1 | 0;

/** By how much the votes of a post change when a member's vote takes the place of another one. */
export function voteChange(before: VoteValue, after: VoteValue): { up: number; down: number } {
  const count = (value: VoteValue) => Number(after === value) - Number(before === value);
  return { up: count(1), down: count(-1) };
}
