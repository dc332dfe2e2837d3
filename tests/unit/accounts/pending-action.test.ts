import { afterEach, expect, test, vi } from 'vitest';
import type { PendingAction } from '../../../src/features/accounts/pending-action.ts';
import { performPending } from '../../../src/features/accounts/perform-pending.ts';
import { pendingHandlers } from '../../../src/layouts/pending-handlers.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A page that is loaded while an action waits. @returns what is kept, and where the page leads */
function pageAfter(action: PendingAction, cookie: string) {
  const kept = new Map([['pending-action', JSON.stringify(action)]]);
  const location = { hash: '' };
  vi.stubGlobal('document', { cookie });
  vi.stubGlobal('location', location);
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null, removeItem: (key: string) => kept.delete(key) });
  return { kept, location };
}

test.each(['edit', 'delete'] as const)('a comment that a guest wanted to %s is led to after signing in, once', async (kind) => {
  const { kept, location } = pageAfter({ kind, postid: 7 }, 'signed-in=1');
  performPending(async () => ({ pendingHandlers }));
  await vi.waitUntil(() => location.hash === 'post7');
  expect(kept.size).toBe(0);
});

test('what waits goes on waiting while nobody is signed in', () => {
  const { kept } = pageAfter({ kind: 'delete', postid: 7 }, '');
  performPending(() => expect.unreachable());
  expect(kept.size).toBe(1);
});
