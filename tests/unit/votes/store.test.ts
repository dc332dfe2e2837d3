import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

/** A page of a member's, whose next vote is answered like this. */
async function pageOf(answer: () => Response) {
  vi.resetModules();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: 'signed-in=1', querySelectorAll: () => [] }));
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/web-api/session/' ? Response.json({ user: null, securitytoken: 'token' }) : answer(),
  );
  const store = await import('../../../src/features/votes/store.ts');
  return { ...store, ...(await import('../../../src/features/votes/cast-vote.ts')) };
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

/** A member's page whose votes are answered when the test says so. */
async function slowPage() {
  const sent: { fields: URLSearchParams; answer: (answer: object, status?: number) => void }[] = [];
  const store = await pageOf(() => Response.error());
  vi.stubGlobal('fetch', (path: string, init: { body: URLSearchParams }) => {
    if (path === '/web-api/session/') return Promise.resolve(Response.json({ user: null, securitytoken: 'token' }));
    return new Promise<Response>((resolve) => {
      sent.push({ fields: init.body, answer: (answer, status = 200) => resolve(Response.json(answer, { status })) });
    });
  });
  const shown = () => store.votesOn(7, 40).get();
  const nth = async (count: number) => {
    await expect.poll(() => sent.length).toBeGreaterThanOrEqual(count);
    return sent[count - 1]!;
  };
  return { ...store, shown, nth, sent };
}
const counted = (score: number | null) => ({ threadid: 3, postid: 7, score, voted: 1 });
const POST = { postid: 7, votetypeid: 1 } as const;

describe('a vote', () => {
  test.each([
    [['up'], 41, 'up', '1'],
    [['down'], 39, 'down', '-1'],
    [['up', 'up'], 40, 'neutral', '0'],
    [['up', 'down'], 39, 'down', '-1'],
    [['down', 'up'], 41, 'up', '1'],
    [['down', 'down'], 40, 'neutral', '0'],
  ] as const)('%j shows at once, and what the server counted when it answers', async (votes, score, vote, told) => {
    const { castVote, shown, nth } = await slowPage();
    shown();
    const cast = votes.map((chosen) => castVote(POST, chosen));
    expect(shown()).toEqual({ score, vote, message: null });
    for (const [index] of votes.entries()) (await nth(index + 1)).answer(counted(50));
    await Promise.all(cast);
    expect(shown()).toEqual({ score: 50, vote, message: null });
    const { fields } = await nth(votes.length);
    expect([fields.get('postid'), fields.get('votetypeid'), fields.get('vote')]).toEqual(['7', '1', told]);
  });

  test('on a hidden score changes none', async () => {
    const { castVote, votesOn, nth } = await slowPage();
    const $votes = votesOn(7, null);
    const cast = castVote(POST, 'up');
    expect($votes.get()).toEqual({ score: null, vote: 'up', message: null });
    (await nth(1)).answer(counted(null));
    await cast;
    expect($votes.get()).toEqual({ score: null, vote: 'up', message: null });
  });

  test('is sent when the one before was answered, whose answer does not show', async () => {
    const { castVote, shown, nth, sent } = await slowPage();
    shown();
    const [up, down] = [castVote(POST, 'up'), castVote(POST, 'down')];
    const first = await nth(1);
    expect(sent).toHaveLength(1);
    first.answer(counted(99));
    await up;
    expect(shown()).toEqual({ score: 39, vote: 'down', message: null });
    (await nth(2)).answer({ error: 'This is not a vote.' });
    await down;
    // The first one counted.
    expect(shown()).toEqual({ score: 99, vote: 'up', message: 'error in voting response' });
  });

  test('that does not count says nothing while another one on the post is under way', async () => {
    const { castVote, shown, nth } = await slowPage();
    shown();
    const [up, down] = [castVote(POST, 'up'), castVote(POST, 'down')];
    (await nth(1)).answer({ error: 'This is not a vote.' });
    await up;
    expect(shown()).toEqual({ score: 39, vote: 'down', message: null });
    (await nth(2)).answer(counted(39));
    await down;
    expect(shown()).toEqual({ score: 39, vote: 'down', message: null });
  });

  test('takes the message of the one before away', async () => {
    const { castVote, shown, nth } = await slowPage();
    shown();
    const failed = castVote(POST, 'up');
    (await nth(1)).answer({ error: 'This is not a vote.' });
    await failed;
    expect(shown().message).not.toBeNull();
    const again = castVote(POST, 'up');
    expect(shown()).toEqual({ score: 41, vote: 'up', message: null });
    (await nth(2)).answer(counted(41));
    await again;
    expect(shown()).toEqual({ score: 41, vote: 'up', message: null });
  });

  test('of a guest waits for signing in, and says nothing', async () => {
    const { castVote, shown, nth } = await slowPage();
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => kept.set(key, value) });
    shown();
    const cast = castVote(POST, 'down');
    (await nth(1)).answer({ error: 'dologin' });
    await cast;
    expect(JSON.parse(kept.get('pending-action')!)).toEqual({ kind: 'vote', postid: 7, votetypeid: 1, vote: -1 });
    expect(shown()).toEqual({ score: 40, vote: 'neutral', message: null });
  });

  test('of somebody who has not verified the address opens the drawer, and says nothing', async () => {
    const { castVote, shown, nth } = await slowPage();
    const { $popups } = await import('../../../src/features/accounts/popups/store.ts');
    shown();
    const cast = castVote(POST, 'up');
    (await nth(1)).answer({ error: 'Unverified Email' });
    await cast;
    expect($popups.get()).toEqual(['drawer']);
    expect(shown()).toEqual({ score: 40, vote: 'neutral', message: null });
  });
});

describe('votes on a post', () => {
  test('are the same for every control, and shown in forms that React does not run yet', async () => {
    const { votesOn, applyServerVotes, voteClock } = await pageOf(() => Response.error());
    const $votes = votesOn(7, 40);
    expect(votesOn(7, 99)).toBe($votes);
    expect(votesOn(8, 99)).not.toBe($votes);
    const output = { textContent: '40', title: '' };
    const form = {
      querySelector: (selector: string) => (selector === 'output' ? output : { value: '7' }),
      querySelectorAll: () => [],
      closest: () => true,
    };
    vi.stubGlobal('document', { querySelectorAll: () => [form] });
    applyServerVotes(7, { score: 41 }, voteClock());
    expect(output.textContent).toBe('41');
  });

  test('are nobody else’s on the server', async () => {
    const { votesOn } = await pageOf(() => Response.error());
    vi.stubGlobal('document', undefined);
    expect(votesOn(7, 40)).not.toBe(votesOn(7, 40));
    expect(votesOn(7, 41).get()).toEqual({ score: 41, vote: 'neutral', message: null });
  });

  test.each([
    [{ score: 41 }, { score: 41, vote: 'neutral', message: null }],
    [{ vote: 'up' }, { score: 40, vote: 'up', message: null }],
    [
      { score: 42, vote: 'down' },
      { score: 42, vote: 'down', message: null },
    ],
    [{ score: null }, { score: null, vote: 'neutral', message: null }],
  ] as const)('are learned: %j', async (told, expected) => {
    const { votesOn, applyServerVotes, voteClock } = await pageOf(() => Response.error());
    const $votes = votesOn(7, 40);
    applyServerVotes(7, told, voteClock());
    expect($votes.get()).toEqual(expected);
  });

  test('that are known already change nothing', async () => {
    const { votesOn, applyServerVotes, voteClock } = await pageOf(() => Response.error());
    const shown: unknown[] = [];
    votesOn(7, 40).listen((state) => void shown.push(state));
    applyServerVotes(7, { score: 40, vote: 'neutral' }, voteClock());
    expect(shown).toEqual([]);
  });

  test('are not learned while a vote is under way, nor when they were asked for before it was answered', async () => {
    const { castVote, applyServerVotes, voteClock, shown, nth } = await slowPage();
    shown();
    const before = voteClock();
    const cast = castVote(POST, 'up');
    const meanwhile = voteClock();
    expect(meanwhile).toBeGreaterThan(before);
    applyServerVotes(7, { score: 99 }, meanwhile);
    expect(shown().score).toBe(41);
    (await nth(1)).answer(counted(45));
    await cast;
    applyServerVotes(7, { score: 99 }, before);
    applyServerVotes(7, { score: 99 }, meanwhile);
    expect(shown().score).toBe(45);
    applyServerVotes(7, { score: 46 }, voteClock());
    expect(shown()).toEqual({ score: 46, vote: 'up', message: null });
  });

  test('are what a vote that fails goes back to', async () => {
    const { castVote, applyServerVotes, voteClock, shown, nth } = await slowPage();
    shown();
    applyServerVotes(7, { score: 50, vote: 'down' }, voteClock());
    const cast = castVote(POST, 'up');
    expect(shown()).toEqual({ score: 52, vote: 'up', message: null });
    (await nth(1)).answer({ error: 'This is not a vote.' });
    await cast;
    expect(shown()).toEqual({ score: 50, vote: 'down', message: 'error in voting response' });
  });
});
