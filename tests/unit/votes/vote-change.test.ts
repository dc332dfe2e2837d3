import { expect, test } from 'vitest';
import { voteChange } from '../../../src/features/votes/vote-change.ts';

test.each([
  [0, 1, { up: 1, down: 0 }],
  [0, -1, { up: 0, down: 1 }],
  [1, 0, { up: -1, down: 0 }],
  [-1, 0, { up: 0, down: -1 }],
  [1, -1, { up: -1, down: 1 }],
  [-1, 1, { up: 1, down: -1 }],
  [1, 1, { up: 0, down: 0 }],
  [0, 0, { up: 0, down: 0 }],
] as const)('a vote of %i that becomes %i changes the counts by %j', (before, after, change) => {
  expect(voteChange(before, after)).toEqual(change);
});
