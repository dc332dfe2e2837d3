import { createHmac } from 'node:crypto';
import { avatarPath } from '../../lib/avatar.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { hashToken } from '../../server/random-token.ts';
import { sessionToken } from './session-cookies.server.ts';
import { isActive } from './sessions.server.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import { mayModerate } from '../../lib/roles.ts';

/** How long a member counts as having just proved who they are. */
const FRESH_MS = DAY_MS;
/** How often a session's last use is written at most. */
const SEEN_STEP_MS = HOUR_MS;

/** Somebody who is signed in. */
export interface Session {
  tokenHash: Buffer;
  userId: number;
  username: string;
  reputation: number;
  /** Path of the picture. */
  avatar: string;
  email: string;
  hasVerifiedEmail: boolean;
  hasPassword: boolean;
  darkMode: boolean | null;
  /** Whether they have the rights of moderators, as administrators do, and are not suspended. */
  isModerator: boolean;
  isAdministrator: boolean;
  /** Until when the member may not vote, comment or report. */
  suspendedUntil: Date | null;
  /** What state-changing calls must carry (contract.md). */
  securitytoken: string;
  /** Whether the member proved who they are in the last 24 hours. */
  isFresh: boolean;
}

/** Returns the session of this browser, if somebody is signed in. */
export async function readSession(visit: Pick<Call, 'context' | 'cookies'>): Promise<Session | undefined> {
  const token = sessionToken(visit);
  if (!token) return undefined;
  const { db, clock } = visit.context;
  const now = clock().getTime();
  const tokenHash = hashToken(token);
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.user_id', 's.user_id')
    .innerJoin('members as m', 'm.user_id', 's.user_id')
    .select(['s.user_id', 's.seen_at', 's.signed_in_at', 'm.username', 'm.reputation', 'm.avatar'])
    .select(['a.email', 'a.email_verified_at', 'a.dark_mode', 'a.role', 'a.suspended_until'])
    .select((eb) => eb('a.password_hash', 'is not', null).as('has_password'))
    .where('s.token_hash', '=', tokenHash)
    .where(isActive(now))
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.seen_at.getTime() < now - SEEN_STEP_MS)
    await db
      .updateTable('sessions')
      .set({ seen_at: new Date(now) })
      .where('token_hash', '=', tokenHash)
      .execute();
  const suspendedUntil = row.suspended_until && row.suspended_until.getTime() > now ? row.suspended_until : null;
  return {
    tokenHash,
    userId: row.user_id,
    username: row.username,
    reputation: row.reputation,
    avatar: avatarPath({ userId: row.user_id, username: row.username, avatar: row.avatar }),
    email: row.email,
    hasVerifiedEmail: row.email_verified_at !== null,
    hasPassword: Boolean(row.has_password),
    darkMode: row.dark_mode,
    isModerator: mayModerate(row.role) && suspendedUntil === null,
    isAdministrator: row.role === 'administrator' && suspendedUntil === null,
    suspendedUntil,
    securitytoken: createHmac('sha256', token).update('securitytoken').digest('base64url'),
    isFresh: row.signed_in_at.getTime() > now - FRESH_MS,
  };
}
