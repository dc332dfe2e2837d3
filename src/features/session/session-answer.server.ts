import type { Call } from '../../server/http/endpoint.ts';
import { GUEST_TOKEN, type SessionAnswer, type Viewer } from './contracts/session.ts';
import { readSession, type Session } from './read-session.server.ts';
import { signOut } from './sign-in.server.ts';

/** Returns who is signed in, and the token that state-changing calls must carry (contract.md, Session). */
export async function answerSession(call: Call): Promise<SessionAnswer> {
  const session = await readSession(call);
  if (session) return { user: viewerOf(session), securitytoken: session.securitytoken };
  // The session is over: without its cookies the page's first script does not send this call again.
  if (call.cookies.has('signed-in')) await signOut(call, undefined);
  return { user: null, securitytoken: GUEST_TOKEN };
}

const viewerOf = (session: Session): Viewer => ({
  userid: session.userId,
  username: session.username,
  avatar: session.avatar,
  reputation: session.reputation,
  hasUnverifiedEmail: !session.hasVerifiedEmail,
  hasNotSetPassword: !session.hasPassword,
  darkMode: session.darkMode,
  ...(session.isModerator && { role: 'moderator' }),
});
