import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { logInCall } from '../../../src/features/accounts/contracts/log-in.ts';

interface Sent {
  path: string;
  body: URLSearchParams;
}

const sent: Sent[] = [];

/** Has calls answered in turn; the session's call gives a new token each time. */
function answers(...responses: (() => Response)[]): void {
  let sessions = 0;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path === '/web-api/session/') return Response.json({ user: null, securitytoken: `token ${++sessions}` });
    sent.push({ path, body: new URLSearchParams(init.body as URLSearchParams) });
    return responses.shift()!();
  });
}

const json =
  (data: object, status = 200) =>
  () =>
    Response.json(data, { status });

/** The module anew, as a page begins. */
async function post(cookie = '') {
  vi.resetModules();
  vi.stubGlobal('document', { cookie });
  vi.stubGlobal('navigator', { onLine: true });
  const { postForm } = await import('../../../src/features/session/calls.ts');
  return postForm(logInCall, { cookieuser: undefined });
}

const LOGGED_IN = { success: true, successUrl: '/', email: 'ada@example.org', hasUnverifiedEmail: false, hasNotSetPassword: false };
const FAILED = { fault: 'An error has occurred. Please try again.' };

describe('calls about accounts', () => {
  beforeEach(() => void sent.splice(0));
  afterEach(() => void vi.unstubAllGlobals());

  test('a guest sends the token "guest" and asks for no session', async () => {
    answers(json(LOGGED_IN));
    expect(await post()).toEqual(LOGGED_IN);
    expect(Object.fromEntries(sent[0]!.body)).toEqual({ do: 'login', ajax: '1', securitytoken: 'guest' });
  });

  test('a member sends the session’s token', async () => {
    answers(json(LOGGED_IN));
    await post('a=1; signed-in=1');
    expect(sent[0]!.body.get('securitytoken')).toBe('token 1');
  });

  test('a token that is refused is renewed, once', async () => {
    answers(json({ message: 'out of date' }, 403), json(LOGGED_IN));
    expect(await post('signed-in=1')).toEqual(LOGGED_IN);
    expect(sent.map(({ body }) => body.get('securitytoken'))).toEqual(['token 1', 'token 2']);
    answers(json({ message: 'out of date' }, 403), json({ message: 'still out of date' }, 403));
    expect(await post()).toEqual({ fault: 'still out of date' });
  });

  test.each([
    ['a failing network', () => Promise.reject<Response>(new TypeError('failed')) as never],
    ['a reply that cannot be read', () => new Response('<h1>Bad gateway</h1>')],
    ['a fault of the server’s', json({ message: 'secret' }, 500)],
    ['a refusal without a reason', json({}, 400)],
  ])('%s gives the default message', async (_what, response) => {
    answers(response);
    expect(await post()).toEqual(FAILED);
  });

  test('what is tried too often says so', async () => {
    answers(json({ status: 'error', message: 'Too many tries.' }, 429));
    expect(await post()).toEqual({ fault: 'Too many tries.', isTooOften: true });
  });

  test('of several messages the first is shown', async () => {
    answers(json({ message: ['The first.', 'The second.'] }, 400));
    expect(await post()).toEqual({ fault: 'The first.' });
  });
});
