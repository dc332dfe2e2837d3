import type { Call } from '../../server/http/endpoint.ts';
import { GUEST_TOKEN, type SessionAnswer } from './contracts/session.ts';
import { readSession, signOut, viewerOf } from './sessions.server.ts';

/** Who is looking, and what state-changing calls must carry (contract.md, Session). */
export async function answerSession(call: Call): Promise<SessionAnswer> {
  const session = await readSession(call);
  if (session) return { user: viewerOf(session), securitytoken: session.securitytoken };
  // The session is over: the page's first script need not ask again.
  if (call.cookies.has('signed-in')) await signOut(call, undefined);
  return { user: null, securitytoken: GUEST_TOKEN };
}
