import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

/** A page of a member's, whose next vote is answered like this. */
async function pageOf(answer: () => Response) {
  vi.resetModules();
  vi.stubGlobal('document', { cookie: 'signed-in=1', querySelectorAll: () => [] });
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/web-api/session/' ? Response.json({ user: {}, securitytoken: 'token' }) : answer(),
  );
  return import('../../../src/features/votes/store.ts');
}

const TOO_FAST = 'You are voting very fast, so this vote did not count. Please wait a minute.';

test.each([
  [429, { status: 'error', message: TOO_FAST }, TOO_FAST],
  [500, { status: 'error', message: 'A server error' }, 'error in voting response'],
  [200, { error: 'This is not a vote.' }, 'error in voting response'],
])('a vote that is answered %i is taken back and says why', async (status, answer, message) => {
  const { castVote, votesOn } = await pageOf(() => Response.json(answer, { status }));
  const shown: unknown[] = [];
  votesOn(7, 40).subscribe((state) => void shown.push(state));
  await castVote({ postid: 7, votetypeid: 1 }, 'up');
  expect(shown[1]).toEqual({ score: 41, vote: 'up', message: null });
  expect(shown.at(-1)).toEqual({ score: 40, vote: 'neutral', message });
});
