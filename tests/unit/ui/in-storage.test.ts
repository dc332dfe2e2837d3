import { expect, test } from 'vitest';
import { stubPage } from '../../support/stubbed-page.ts';

test('where the browser refuses storage what wants it goes on without', async () => {
  stubPage({ refusesStorage: true });
  expect(() => sessionStorage).toThrow('Access is denied');
  const { hasStored } = await import('../../../src/ui/has-stored.ts');
  const { hasMessage } = await import('../../../src/features/accounts/has-message.ts');
  const { saveMessage, takeMessage } = await import('../../../src/features/accounts/saved-message.ts');
  const { requireMember } = await import('../../../src/features/accounts/require-member.ts');
  const { $opened, closeModal } = await import('../../../src/features/accounts/modal/store.ts');
  const { performPending } = await import('../../../src/features/accounts/perform-pending.ts');
  const { storeHidden, storedHidden } = await import('../../../src/features/hidden-deals/stored-hidden.ts');
  const { NOTHING_HIDDEN } = await import('../../../src/features/hidden-deals/hidden.ts');

  document.cookie = 'signed-in=1';
  expect([hasStored(/./), hasMessage()]).toEqual([false, false]);
  saveMessage({ after: 'social-registration', hasUnverifiedEmail: true });
  expect(await takeMessage()).toBeUndefined();
  await performPending(expect.unreachable, expect.unreachable);
  requireMember({ kind: 'report', postid: 7 });
  expect($opened.get()).toMatchObject({ view: 'sign-up', actionSource: 'report' });
  closeModal();
  expect($opened.get()).toBeNull();
  storeHidden(NOTHING_HIDDEN);
  expect(storedHidden()).toBe(NOTHING_HIDDEN);
});
