import { atom } from 'nanostores';
import { readCookie } from '../../lib/read-cookie.ts';
import { GUEST_TOKEN, type SessionAnswer } from './contract.ts';

const ADDRESS = '/web-api/session/';
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
export function changeViewer(change: Partial<NonNullable<SessionAnswer['user']>>): void {
  const now = $session.get();
  if (now?.user) $session.set({ ...now, user: { ...now.user, ...change } });
}

async function askServer(): Promise<SessionAnswer> {
  const answer = await fetch(ADDRESS, { headers: { accept: 'application/json' } })
    .then((response) => (response.ok ? (response.json() as Promise<SessionAnswer>) : GUEST))
    .catch(() => GUEST);
  $session.set(answer);
  return answer;
}
