import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { repliesCall } from '../../../src/features/comments/contracts/replies.ts';
import { replyCall } from '../../../src/features/comments/contracts/reply.ts';
import { voteCall } from '../../../src/features/votes/contracts/vote.ts';
import { getJson, postForm } from '../../../src/features/session/calls.ts';
import { GUEST_TOKEN, sessionCall } from '../../../src/features/session/contracts/session.ts';
import { renewSession } from '../../../src/features/session/store.ts';

const FAULT = { fault: 'An error has occurred. Please try again.' };
const VOTE = { postid: '7', votetypeid: '1', vote: '1' } as const;
const counted = { threadid: 3, postid: 7, score: 41, voted: 1 };

let sent: { address: string; init: RequestInit }[];

/** Has every call answered like this. */
function answer(response: () => Response): void {
  sent = [];
  vi.stubGlobal('document', { cookie: '' });
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
