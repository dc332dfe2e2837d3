import { expect, test } from 'vitest';
import { failedBuild } from '../../../src/features/publishing/failed-build.ts';

const NO_ROOM = 'ENOSPC: no space left on device, open';

test('a build tells once what kept thousands of pages from being made, and what else went wrong', () => {
  const full = Array.from({ length: 2400 }, (_, id) => ({ target: `deal:${id}`, message: `${NO_ROOM} '/srv/drafts/${id}'` }));
  expect(failedBuild([...full, { target: 'offer:7', message: 'it broke' }]).message).toBe(
    'Pages could not be made, and so nothing was published:\n' +
      `deal:0 and 2,399 more: ${NO_ROOM} '/srv/drafts/0'\n` +
      'offer:7: it broke\n' +
      'Put that right, and try again.',
  );
});

test('of many different reasons it tells the first', () => {
  const failed = Array.from({ length: 12 }, (_, id) => ({ target: `deal:${id}`, message: `deal ${id} broke` }));
  const lines = failedBuild(failed).message.split('\n');
  expect(lines).toHaveLength(13);
  expect(lines.slice(-3)).toEqual(['deal:9: deal 9 broke', '… and 2 more reasons', 'Put that right, and try again.']);
});
