import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { repliesCall } from '../../../src/features/comments/contracts/replies.ts';
import { replyCall } from '../../../src/features/comments/contracts/reply.ts';
import { voteCall } from '../../../src/features/votes/contracts/vote.ts';
import { getJson, postForm } from '../../../src/features/session/calls.ts';
import { GUEST_TOKEN, sessionCall } from '../../../src/features/session/contracts/session.ts';
import { $session, renewSession } from '../../../src/features/session/store.ts';

const FAULT = { fault: 'An error has occurred. Please try again.' };
const VOTE = { postid: '7', votetypeid: '1', vote: '1' } as const;
const counted = { threadid: 3, postid: 7, score: 41, voted: 1 };

let sent: { address: string; init: RequestInit }[];

/** Has every call answered like this. */
function answer(response: () => Response): void {
  sent = [];
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, init });
    return response();
  });
}

// Who is looking is remembered from call to call, and from file to file.
beforeEach(async () => {
  answer(() => Response.json({ user: null, securitytoken: GUEST_TOKEN }));
  await renewSession();
});

afterEach(() => void vi.unstubAllGlobals());

describe('a form', () => {
  beforeEach(() => answer(() => Response.json({ error: 'This deal no longer exists.' })));

  test('arrives although its page is left at once', async () => {
    await postForm(replyCall, { threadid: '3', message: 'Good price' });
    expect(sent[0]!.init).toMatchObject({ method: 'POST', keepalive: true });
  });

  test('that is too large for that is sent as ever', async () => {
    await postForm(replyCall, { threadid: '3', message: 'ü'.repeat(12_000) });
    expect(sent[0]!.init).toMatchObject({ method: 'POST', keepalive: false });
  });

  test('has the contract’s address and action, the fields that are given, and the token', async () => {
    await postForm(replyCall, { threadid: '3', parentid: undefined, message: 'Good price' });
    const [{ address, init }] = sent as [(typeof sent)[number]];
    expect(address).toBe('/forums/newreply.php');
    expect(Object.fromEntries(init.body as URLSearchParams)).toEqual({
      ...{ do: 'postreply', threadid: '3', message: 'Good price' },
      ...{ ajax: '1', securitytoken: 'guest' },
    });
  });

  test('has no field, and no value, that the contract does not know', () => {
    const misspelt = () => [
      // @ts-expect-error a field's name
      postForm(voteCall, { ...VOTE, postId: '7' }),
      // @ts-expect-error a field that is missing
      postForm(voteCall, { postid: '7', vote: '1' }),
      // @ts-expect-error a value of another field
      postForm(voteCall, { ...VOTE, vote: 'up' }),
    ];
    expect(misspelt).toBeTypeOf('function');
  });
});

test('calls that are refused at the same time renew the token once, and are made again', async () => {
  sent = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, init });
    if (address === sessionCall.address) return Response.json({ user: null, securitytoken: 'of today' });
    const isToday = init.body instanceof URLSearchParams && init.body.get('securitytoken') === 'of today';
    return isToday ? Response.json(counted) : Response.json({ message: 'This page is out of date.' }, { status: 403 });
  });
  expect(await Promise.all([postForm(voteCall, VOTE), postForm(voteCall, VOTE)])).toEqual([counted, counted]);
  expect(sent.filter(({ address }) => address === sessionCall.address)).toHaveLength(1);
});

describe('of a member', () => {
  const member = (userid: number, username: string) => ({
    user: {
      userid,
      username,
      ...{ avatar: '/a.png', reputation: 0, hasUnverifiedEmail: false, hasNotSetPassword: false, darkMode: null, unread: 0 },
    },
    securitytoken: username,
  });
  /** The session call's next answers, the last of which it goes on giving. Votes are counted with the token of the last one. */
  function answerSessions(...sessions: (object | number)[]): void {
    sent = [];
    vi.stubGlobal('document', { cookie: 'signed-in=1' });
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      sent.push({ address, init });
      const [now, ...later] = sessions;
      if (address === sessionCall.address) {
        if (later.length > 0) sessions.shift();
        return typeof now === 'number' ? new Response('<h1>Bad gateway</h1>', { status: now }) : Response.json(now);
      }
      const token = init.body instanceof URLSearchParams && init.body.get('securitytoken');
      const last = sessions.at(-1);
      if (typeof last === 'object' && 'securitytoken' in last && last.securitytoken === token) return Response.json(counted);
      return Response.json({ message: 'This page is out of date.' }, { status: 403 });
    });
  }

  test('what one member pressed is not done as another one, who logged in elsewhere, unless it is pressed again', async () => {
    answerSessions(member(1, 'ada'));
    await renewSession();
    answerSessions(member(2, 'bob'));
    const refused = { fault: 'You are logged in as bob now. Press again to do this with that account.' };
    expect(await Promise.all([postForm(voteCall, VOTE), postForm(voteCall, VOTE)])).toEqual([refused, refused]);
    expect($session.get()?.user?.username).toBe('bob');
    expect(await postForm(voteCall, VOTE)).toEqual(counted);
  });

  test('who logged in again in another tab goes on', async () => {
    answerSessions(member(1, 'ada'));
    await renewSession();
    answerSessions({ ...member(1, 'ada'), securitytoken: 'of today' });
    expect(await postForm(voteCall, VOTE)).toEqual(counted);
  });

  test('a session call that fails makes nobody a guest, and is made again with the next call', async () => {
    answerSessions(member(1, 'ada'));
    await renewSession();
    answerSessions(502, member(1, 'ada'));
    await renewSession();
    expect($session.get()?.user?.username).toBe('ada');
    expect(await postForm(voteCall, VOTE)).toEqual(counted);
  });
});

test('a call and the session that it waits for are given up in time', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  vi.useFakeTimers();
  vi.stubGlobal('document', { cookie: 'signed-in=1' });
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    await new Promise((resolve) => (signal.aborted ? resolve(undefined) : signal.addEventListener('abort', resolve)));
    signal.throwIfAborted();
  });
  await renewSession();
  const answered = postForm(voteCall, VOTE);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await answered).toEqual(FAULT);
  expect(timeout).toHaveBeenCalledWith(10_000);
  vi.useRealTimers();
  timeout.mockRestore();
});

test('a call that finds no connection says so', async () => {
  answer(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await postForm(voteCall, VOTE)).toEqual(FAULT);
  vi.stubGlobal('navigator', { onLine: false });
  expect(await postForm(voteCall, VOTE)).toEqual({ fault: 'You are offline, and this needs a connection.' });
});

test('what is read is asked for by its id, with the query', async () => {
  answer(() => Response.json({ replies: [], next: null }));
  expect(await getJson(repliesCall, { 'from-reply': '9' }, 3)).toEqual({ replies: [], next: null });
  expect(sent[0]!.address).toBe('/comments/replies/3?from-reply=9');
  await getJson(repliesCall, {}, 3);
  expect(sent[1]!.address).toBe('/comments/replies/3');
});

describe('an answer', () => {
  test('that is as the contract says comes back, without what the contract does not know', async () => {
    answer(() => Response.json({ ...counted, more: 'than anybody reads' }));
    expect(await postForm(voteCall, VOTE)).toEqual(counted);
  });

  test.each([
    ['lacks a part', { threadid: 3, postid: 7, voted: 1 }],
    ['has a part of another type', { ...counted, score: '41' }],
    ['is a list', [counted]],
    ['is no object', 'ok'],
    ['is nothing', null],
  ])('that %s is a fault, and is logged with its address', async (_what, malformed) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    answer(() => Response.json(malformed));
    expect(await postForm(voteCall, VOTE)).toEqual(FAULT);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('/forums/sdthreadrate_ajax.php'), expect.anything());
    logged.mockRestore();
  });

  test.each([
    ['an expected outcome', 200, { error: 'dologin' }, { error: 'dologin' }],
    ['a protocol fault', 403, { status: 'error', message: 'This page is out of date.' }, { fault: 'This page is out of date.' }],
    ['a fault whose message is none', 400, { message: { text: 'no' } }, FAULT],
    ['a fault without an object', 400, 'no', FAULT],
  ])('%s is told apart from the others', async (_what, status, told, expected) => {
    answer(() => Response.json(told, { status }));
    expect(await postForm(voteCall, VOTE)).toEqual(expected);
  });
});

test('an earlier session that comes after a later one is not shown', async () => {
  const flags = { hasUnverifiedEmail: false, hasNotSetPassword: false, darkMode: null };
  const member = { userid: 7, username: 'ada', avatar: '/a.png', reputation: 0, unread: 0, ...flags };
  const earlier = Promise.withResolvers<Response>();
  const answers = [earlier.promise, Promise.resolve(Response.json({ user: member, securitytoken: 'a member’s' }))];
  vi.stubGlobal('fetch', () => answers.shift());
  const first = renewSession();
  await renewSession();
  earlier.resolve(Response.json({ user: null, securitytoken: GUEST_TOKEN }));
  await first;
  expect($session.get()?.user).toMatchObject({ userid: 7 });
});
