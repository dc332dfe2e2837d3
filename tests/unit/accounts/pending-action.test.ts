import { afterEach, expect, test, vi } from 'vitest';
import type { PendingAction } from '../../../src/features/accounts/pending-action.ts';
import { performPending } from '../../../src/features/accounts/perform-pending.ts';
import { $error, closeError } from '../../../src/features/accounts/popups/store.ts';

const loadDialogs = async () => undefined;
const loadHandlers = () => import('../../../src/layouts/pending-handlers.ts');
const notLoaded = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

afterEach(() => {
  vi.unstubAllGlobals();
  closeError();
});

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
  const performed = performPending(loadDialogs, loadHandlers);
  // A reload that comes before it is done finds it still.
  expect(kept.size).toBe(1);
  await performed;
  expect([location.hash, kept.size]).toEqual(['post7', 0]);
  location.hash = '';
  (await loadHandlers()).perform();
  expect([location.hash, $error.get()]).toEqual(['', null]);
});

test('what is not wanted any more once it could be done is not done', async () => {
  const { kept, location } = pageAfter({ kind: 'edit', postid: 7 }, 'signed-in=1');
  const performed = performPending(loadDialogs, loadHandlers);
  kept.clear();
  await performed;
  expect(location.hash).toBe('');
});

test('what cannot be done is said once, and is not done later', async () => {
  const { kept } = pageAfter({ kind: 'vote', postid: 7, votetypeid: 1, vote: 1 }, 'signed-in=1');
  await performPending(loadDialogs, notLoaded);
  expect([$error.get(), kept.size]).toEqual(['An error has occurred. Please try again.', 0]);
});

test('where not even that can be said it waits for the next page', async () => {
  const { kept } = pageAfter({ kind: 'vote', postid: 7, votetypeid: 1, vote: 1 }, 'signed-in=1');
  await expect(performPending(notLoaded, loadHandlers)).rejects.toThrow('Failed to fetch');
  expect([$error.get(), kept.size]).toEqual([null, 1]);
});

test('what waits goes on waiting while nobody is signed in', async () => {
  const { kept } = pageAfter({ kind: 'delete', postid: 7 }, '');
  await performPending(expect.unreachable, expect.unreachable);
  expect(kept.size).toBe(1);
});
