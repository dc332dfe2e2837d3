import { atom } from 'nanostores';
import { readCookie } from '../../lib/read-cookie.ts';
import { GUEST_TOKEN, sessionCall, type SessionAnswer, type Viewer } from './contracts/session.ts';

const GUEST: SessionAnswer = { user: null, securitytoken: GUEST_TOKEN };

/** Who is looking, once the server was asked (contract.md, Session). */
export const $session = atom<SessionAnswer | null>(null);

let asked: Promise<SessionAnswer> | undefined;

/** Whether somebody seems to be signed in: the server sets this readable cookie beside the session's own. */
export const mayBeMember = () => readCookie(document.cookie, 'signed-in') === '1';

/** Who is looking. Guests are known by a missing cookie and cost no call; members are asked for once a page. */
export function session(): Promise<SessionAnswer> {
  if (!mayBeMember() && !asked) return Promise.resolve(GUEST);
  return (asked ??= askServer());
}

/** Asks again, after the server did not take the token. */
export function renewSession(): Promise<SessionAnswer> {
  return (asked = askServer());
}

/** Notes what has changed of the member. */
export function changeViewer(change: Partial<Viewer>): void {
  const now = $session.get();
  if (now?.user) $session.set({ ...now, user: { ...now.user, ...change } });
}

async function askServer(): Promise<SessionAnswer> {
  const answer = await fetchSession().catch(() => GUEST);
  $session.set(answer);
  return answer;
}

async function fetchSession(): Promise<SessionAnswer> {
  const { address, isAnswer } = sessionCall;
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  if (!response.ok) return GUEST;
  const json: unknown = await response.json();
  if (isAnswer(json)) return json;
  console.error(`${address} answers otherwise than its contract says`);
  return GUEST;
}
