import bowser from 'bowser';
import type { Call } from '../../server/http/endpoint.ts';
import { queueMail } from '../../server/mail/mail-kind.ts';
import { hashToken, newToken } from '../../server/random-token.ts';
import { rememberDevice, takeNewDeviceMail } from './devices.server.ts';
import { NEW_DEVICE } from './mail-kinds.ts';
import type { Session } from './read-session.server.ts';
import { clearSessionCookies, ensureBrowserId, sessionToken, setSessionCookies } from './session-cookies.server.ts';
import { beginSession, deleteSession, replaceSession } from './sessions.server.ts';

/** What a page says after it where no script shows who is logged in. */
export const LOGGED_IN = 'You are logged in.';
export const LOGGED_OUT = 'You are logged out.';

/**
 * Signs a member in in this browser, replacing any session that it had. If that was the same member's, what belongs to it stays, such as
 * pushes.
 * @param lasting whether it outlives the browser (`cookieuser=1`)
 * @param provenHash the password's hash that was compared, if one was
 * @param provenEpoch the account's device epoch when a link or a provider told who they are
 * @param isNew whether the account has just been made, so that no mail is sent about the device
 * @returns false when the password was changed or the sessions were ended meanwhile: a reset ends all, and none may begin by what was good
 *   before it
 */
export async function signIn(
  visit: Pick<Call, 'context' | 'cookies' | 'request'>,
  userId: number,
  lasting: boolean,
  { provenHash, provenEpoch, isNew = false }: { provenHash?: string | null; provenEpoch?: number; isNew?: boolean } = {},
): Promise<boolean> {
  const { db, clock } = visit.context;
  const before = sessionToken(visit);
  const reportsDevice = !isNew && (await takeNewDeviceMail(visit, userId));
  const token = newToken();
  const now = clock();
  const values = { user_id: userId, created_at: now, seen_at: now, signed_in_at: now, lasting, device: deviceOf(visit.request) };
  const account = await db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('accounts')
      .select(['dark_mode', 'password_hash', 'device_epoch'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!found || (provenHash !== undefined && found.password_hash !== provenHash)) return undefined;
    if (provenEpoch !== undefined && found.device_epoch !== provenEpoch) return undefined;
    const session = { token_hash: hashToken(token), ...values };
    if (!before || !(await replaceSession(transaction, hashToken(before), session))) await beginSession(transaction, session);
    if (reportsDevice) await queueMail(transaction, NEW_DEVICE, { userId, device: values.device, at: now.toISOString() });
    return found;
  });
  if (!account) return false;
  setSessionCookies(visit, token, lasting, account.dark_mode);
  rememberDevice(visit, { userId, deviceEpoch: account.device_epoch });
  ensureBrowserId(visit);
  return true;
}

/** Signs out in this browser. */
export async function signOut(visit: Pick<Call, 'context' | 'cookies'>, session: Session | undefined): Promise<void> {
  if (session) await deleteSession(visit.context.db, session.tokenHash);
  clearSessionCookies(visit);
}

/** Returns the names of browser and system, as people read them. */
export function deviceOf(request: Request): string {
  const agent = request.headers.get('user-agent');
  if (!agent) return 'A program';
  const { browser, os } = bowser.parse(agent);
  return browser.name ? `${browser.name}${os.name ? ` on ${os.name}` : ''}` : 'A program';
}
