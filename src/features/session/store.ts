import { atom } from 'nanostores';
import { noteServerTime } from '../../lib/server-clock.ts';
import { GUEST_TOKEN, sessionCall, type SessionAnswer, type Viewer } from './contracts/session.ts';
import { mayBeMember } from './signed-in.ts';

const GUEST: SessionAnswer = { user: null, securitytoken: GUEST_TOKEN };
const GUEST_SESSION = Promise.resolve(GUEST);
/** Milliseconds after which the session call is given up: other calls wait for it. */
const TIMEOUT_MS = 10_000;

/** The answer of the session call, once it is loaded (contract.md, Session). */
export const $session = atom<SessionAnswer | null>(null);

let cached: Promise<SessionAnswer> | undefined;

/** Returns who is signed in, as the same promise until it is renewed. Guests lack a cookie and cost no call; members cost one call a page. */
export function session(): Promise<SessionAnswer> {
  if (!mayBeMember() && !cached) return GUEST_SESSION;
  return (cached ??= loadSession());
}

/** Loads the session again, after the server did not accept the token. */
export function renewSession(): Promise<SessionAnswer> {
  return (cached = loadSession());
}

/** Updates what has changed of the member. */
export function changeViewer(change: Partial<Viewer>): void {
  const now = $session.get();
  if (now?.user) $session.set({ ...now, user: { ...now.user, ...change } });
}

/**
 * Loads the session. When the call fails, nobody knows who is signed in: the page stays as it is, and whoever needs the session next asks again.
 * The page shows the answer to the last call alone: an earlier one may come after it.
 */
function loadSession(): Promise<SessionAnswer> {
  const loading: Promise<SessionAnswer> = fetchSession()
    .catch(() => undefined)
    .then((answer) => {
      if (cached === loading && answer) $session.set(answer);
      else if (cached === loading) cached = undefined;
      return answer ?? GUEST;
    });
  return loading;
}

async function fetchSession(): Promise<SessionAnswer | undefined> {
  const { address, isAnswer } = sessionCall;
  const response = await fetch(address, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT_MS) });
  noteServerTime(response);
  if (!response.ok) return undefined;
  const json: unknown = await response.json();
  if (isAnswer(json)) return json;
  console.error(`${address} answers otherwise than its contract says`);
  return undefined;
}
