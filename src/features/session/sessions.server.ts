import bowser from 'bowser';
import { createHmac } from 'node:crypto';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { isSecure, ownCookie } from '../../server/http/cookies.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { queueMail } from '../../server/mail/mail-kind.ts';
import { hashToken, newToken } from '../../server/random-token.ts';
import { avatarPath } from '../../lib/avatar.ts';
import { isNewsToMember, rememberDevice } from './devices.server.ts';
import type { Viewer } from './contracts/session.ts';
import { every } from '../../server/every.ts';
import { NEW_DEVICE } from './mail-kinds.ts';

const DAY = 86_400_000;
const IDLE_MS = 14 * DAY;
const LONGEST_MS = 30 * DAY;
/** How long a member counts as having just proved who they are. */
const FRESH_MS = DAY;
/** A session is noted as used at most so often. */
const NOTED_MS = 3_600_000;

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
  /** A moderator who is suspended is none meanwhile. */
  isModerator: boolean;
  /** Until when the member may not vote, comment or report. */
  suspendedUntil: Date | null;
  /** What state-changing calls must carry (contract.md). */
  securitytoken: string;
  /** Whether the member proved who they are in the last 24 hours. */
  isFresh: boolean;
}

type Visited = Pick<Call, 'context' | 'cookies'>;

const cookieName = (context: Context) => (isSecure(context) ? '__Host-session' : 'session');

/** Who is signed in in this browser, if anybody. */
export async function readSession({ context, cookies }: Visited): Promise<Session | undefined> {
  const token = cookies.get(cookieName(context))?.value;
  if (!token) return undefined;
  const { db } = context;
  const now = context.clock().getTime();
  const tokenHash = hashToken(token);
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.user_id', 's.user_id')
    .innerJoin('members as m', 'm.user_id', 's.user_id')
    .select(['s.user_id', 's.seen_at', 's.signed_in_at', 'm.username', 'm.reputation', 'm.avatar'])
    .select(['a.email', 'a.email_verified_at', 'a.dark_mode', 'a.role', 'a.suspended_until'])
    .select((eb) => eb('a.password_hash', 'is not', null).as('has_password'))
    .where('s.token_hash', '=', tokenHash)
    .where('s.seen_at', '>', new Date(now - IDLE_MS))
    .where('s.created_at', '>', new Date(now - LONGEST_MS))
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.seen_at.getTime() < now - NOTED_MS)
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
    isModerator: row.role === 'moderator' && suspendedUntil === null,
    suspendedUntil,
    securitytoken: createHmac('sha256', token).update('securitytoken').digest('base64url'),
    isFresh: row.signed_in_at.getTime() > now - FRESH_MS,
  };
}

/** The member's sessions that are not over, the one used last first. */
export async function sessionsOf({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number) {
  const now = clock().getTime();
  return db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'device', 'created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where('seen_at', '>', new Date(now - IDLE_MS))
    .where('created_at', '>', new Date(now - LONGEST_MS))
    .orderBy('seen_at', 'desc')
    .execute();
}

/** Who is looking, as `/web-api/session/` tells it (contract.md, Session). */
export const viewerOf = (session: Session): Viewer => ({
  userid: session.userId,
  username: session.username,
  avatar: session.avatar,
  reputation: session.reputation,
  hasUnverifiedEmail: !session.hasVerifiedEmail,
  hasNotSetPassword: !session.hasPassword,
  darkMode: session.darkMode,
  ...(session.isModerator && { role: 'moderator' }),
});

/**
 * Signs a member in in this browser: a new session, in place of any that it had.
 * @param lasting whether it outlives the browser (`cookieuser=1`)
 * @param provenHash the password's hash that was compared, if one was
 * @param isNew whether the member has just been made: nobody needs to be told then
 * @returns false when the password was changed meanwhile: a reset ends what an old one would begin
 */
export async function signIn(
  visit: Pick<Call, 'context' | 'cookies' | 'request'>,
  userId: number,
  lasting: boolean,
  { provenHash, isNew = false }: { provenHash?: string | null; isNew?: boolean } = {},
): Promise<boolean> {
  const { context, cookies, request } = visit;
  const { db, clock } = context;
  const before = cookies.get(cookieName(context))?.value;
  const isNews = !isNew && (await isNewsToMember(visit, userId));
  const token = newToken();
  const now = clock();
  const values = { user_id: userId, created_at: now, seen_at: now, signed_in_at: now, lasting, device: deviceOf(request) };
  const account = await db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('accounts')
      .select(['dark_mode', 'password_hash', 'device_epoch'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!found || (provenHash !== undefined && found.password_hash !== provenHash)) return undefined;
    if (before) await endSession(transaction, hashToken(before));
    await transaction
      .insertInto('sessions')
      .values({ token_hash: hashToken(token), ...values })
      .execute();
    if (isNews) await queueMail(transaction, NEW_DEVICE, { userId, device: values.device, at: now.toISOString() });
    return found;
  });
  if (!account) return false;
  const { dark_mode: darkMode, device_epoch: deviceEpoch } = account;
  const kept = { ...ownCookie(context), ...(lasting && { maxAge: LONGEST_MS / 1_000 }) };
  cookies.set(cookieName(context), token, { ...kept, httpOnly: true });
  // Tells the page's first script that somebody is signed in, and nothing else.
  cookies.set('signed-in', '1', kept);
  if (darkMode !== null) cookies.set('dark-mode', darkMode ? '1' : '0', kept);
  rememberDevice(visit, { userId, deviceEpoch });
  if (!browserOf(cookies)) cookies.set(BROWSER, newToken(), { ...ownCookie(context), httpOnly: true, maxAge: (365 * DAY) / 1_000 });
  return true;
}

/** A random name of the browser, which stays when its member changes: it shows several accounts of one person. */
const BROWSER = 'browser';

/** What this browser is known by, if somebody has ever signed in with it. */
export const browserOf = (cookies: Call['cookies']): string | undefined => cookies.get(BROWSER)?.value || undefined;

/**
 * Locks a session until the transaction ends.
 * @returns whether it still goes on: a reset may have ended it while a password was looked at
 */
export async function isStillSignedIn(transaction: Db, { tokenHash }: Pick<Session, 'tokenHash'>): Promise<boolean> {
  const found = await transaction
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Signs out in this browser. */
export async function signOut({ context, cookies }: Visited, session: Session | undefined): Promise<void> {
  if (session) await endSession(context.db, session.tokenHash);
  // The prefix of the name holds for the cookie that clears it, too.
  for (const name of [cookieName(context), 'signed-in', 'dark-mode']) cookies.set(name, '', { ...ownCookie(context), maxAge: 0 });
}

const endSession = (db: Db, tokenHash: Buffer) => db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();

/**
 * Ends one session of a member.
 * @param id what pages show of it; anything else ends none
 * @returns its token's hash; undefined when the member has no such session
 */
export async function endSessionOf(db: Db, userId: number, id: string): Promise<Buffer | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', id))
    .returning('token_hash')
    .executeTakeFirst();
  return ended?.token_hash;
}

/** Deletes a member's sessions, but for the one that is kept. */
export async function deleteSessions(db: Db, userId: number, kept?: Buffer): Promise<void> {
  let sessions = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (kept) sessions = sessions.where('token_hash', '<>', kept);
  await sessions.execute();
}

/** A readable cookie for what a page is to say after a flow that a page answered (`after-load.ts`). */
export function tellNextPage({ cookies, context }: Visited, after: 'log-in' | 'social-registration'): void {
  cookies.set('after-sign-in', after, { ...ownCookie(context), maxAge: 300 });
}

/** Deletes sessions that are over and links that are too old. */
export async function clearOldSessions({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock().getTime();
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('seen_at', '<', new Date(now - IDLE_MS)), eb('created_at', '<', new Date(now - LONGEST_MS))]))
    .execute();
  await db.deleteFrom('tokens').where('expires_at', '<', new Date(now)).execute();
}

const CLEAR_MS = 3_600_000;

/** Clears old sessions away every hour. @returns a function that ends it */
export function startSessionsJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  return every(CLEAR_MS, () => clearOldSessions(context), onError);
}

function deviceOf(request: Request): string {
  const agent = request.headers.get('user-agent');
  if (!agent) return 'A program';
  const { browser, os } = bowser.parse(agent);
  return browser.name ? `${browser.name}${os.name ? ` on ${os.name}` : ''}` : 'A program';
}
