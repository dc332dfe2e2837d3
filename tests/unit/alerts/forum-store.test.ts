import { expect, test } from 'vitest';
import { forumsCall } from '../../../src/features/deals/contracts/forums.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const FORUMS = [{ label: 'Hot Deals', value: 1 }];

test('forums are loaded once, and asked for again where they did not come', async () => {
  const page = stubPage();
  const { $forums, loadForums } = await import('../../../src/features/alerts/forum-store.ts');
  await loadForums();
  expect($forums.get()).toBeUndefined();
  page.answer(forumsCall, { forums: FORUMS });
  await loadForums();
  await loadForums();
  expect([$forums.get(), page.sent.length]).toEqual([FORUMS, 2]);
});
