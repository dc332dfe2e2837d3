import type { Db } from '../../server/db/database.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { GUEST_TOKEN, type SessionAnswer, type Viewer } from './contracts/session.ts';
import { readSession, type Session } from './read-session.server.ts';
import { setDarkModeCookie } from './session-cookies.server.ts';
import { signOut } from './sign-in.server.ts';

/**
 * Returns who is signed in, and the token that state-changing calls must carry (contract.md, Session).
 * @param countUnread counts a member's unread notifications
 */
export async function answerSession(call: Call, countUnread: (db: Db, userId: number) => Promise<number>): Promise<SessionAnswer> {
  const session = await readSession(call);
  if (session) {
    setDarkModeCookie(call, session.darkMode);
    const unread = await countUnread(call.context.db, session.userId);
    return { user: viewerOf(session, unread), securitytoken: session.securitytoken };
  }
  // The session has ended: removing its cookies keeps the page's first script from sending this call again.
  if (call.cookies.has('signed-in')) await signOut(call, undefined);
  return { user: null, securitytoken: GUEST_TOKEN };
}

const viewerOf = (session: Session, unread: number): Viewer => ({
  userid: session.userId,
  username: session.username,
  avatar: session.avatar,
  reputation: session.reputation,
  hasUnverifiedEmail: !session.hasVerifiedEmail,
  hasNotSetPassword: !session.hasPassword,
  darkMode: session.darkMode,
  unread,
  ...(session.isModerator && { role: session.isAdministrator ? 'administrator' : 'moderator' }),
});
