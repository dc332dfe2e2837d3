import type { Context } from '../../server/context.ts';
import { isSecure, ownCookie } from '../../server/http/cookies.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { newToken } from '../../server/random-token.ts';
import { isSameSecret } from '../../server/same-secret.ts';

/**
 * Browsers that a member has signed in with before ("device cookies", OWASP): a signed cookie holds an entry for each member. Failed
 * log-ins from these are counted separately, so that strangers cannot lock anybody out, and a mail reports a log-in from any other.
 */

type Visited = Pick<Call, 'context' | 'cookies'>;

/** The member of an entry. Increasing the epoch invalidates the entries of all its browsers. */
interface DeviceOwner {
  userId: number;
  deviceEpoch: number;
}

/** How many members a browser's cookie holds, so that it stays small. */
const MOST_MEMBERS = 5;
const SECONDS = 365 * 86_400;

const cookieName = (context: Context) => (isSecure(context) ? '__Host-devices' : 'devices');

/** A placeholder, so that trying an address without an account takes as long. */
const NOBODY: DeviceOwner = { userId: 0, deviceEpoch: 0 };

/** Returns the id of the browser for this member; undefined when they have never signed in here. */
export function knownDevice(visit: Visited, owner: DeviceOwner = NOBODY): string | undefined {
  return entriesOf(visit).find((entry) => isSigned(visit.context, owner, entry))?.id;
}

/** Stores in the browser's cookie that the member has signed in here. */
export function rememberDevice(visit: Visited, owner: DeviceOwner): void {
  const { context, cookies } = visit;
  const id = newToken();
  const others = entriesOf(visit).filter((entry) => !isSigned(context, owner, entry));
  const entries = [{ id, signature: sign(context, owner, id) }, ...others].slice(0, MOST_MEMBERS);
  const value = entries.map((entry) => `${entry.id}.${entry.signature}`).join('~');
  cookies.set(cookieName(context), value, { ...ownCookie(context), httpOnly: true, maxAge: SECONDS });
}

/** As `rememberDevice`, after the entries of the account's browsers were invalidated. */
export async function rememberThisDevice(visit: Visited, userId: number): Promise<void> {
  const row = await visit.context.db.selectFrom('accounts').select('device_epoch').where('user_id', '=', userId).executeTakeFirst();
  if (row) rememberDevice(visit, { userId, deviceEpoch: row.device_epoch });
}

/**
 * Counts a mail to the member about a log-in here.
 * @returns whether to send it: their address is verified, they have not used this browser before, and the limit of such mails is not reached
 */
export async function takeNewDeviceMail(visit: Visited, userId: number): Promise<boolean> {
  const { db, limits } = visit.context;
  const row = await db
    .selectFrom('accounts')
    .select(['device_epoch', 'email_verified_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row?.email_verified_at || knownDevice(visit, { userId, deviceEpoch: row.device_epoch }) !== undefined) return false;
  return (await limits.take('mail', `new-device ${userId}`)) === 0;
}

interface Entry {
  id: string;
  signature: string;
}

function entriesOf({ context, cookies }: Visited): Entry[] {
  const texts = (cookies.get(cookieName(context))?.value ?? '').split('~').slice(0, MOST_MEMBERS);
  return texts.flatMap((text) => {
    const [, id, signature] = /^([\w-]{43})\.([\w-]{22})$/.exec(text) ?? [];
    return id && signature ? [{ id, signature }] : [];
  });
}

const sign = (context: Context, { userId, deviceEpoch }: DeviceOwner, id: string) =>
  context.keyedHash(`device ${userId} ${deviceEpoch} ${id}`);

const isSigned = (context: Context, owner: DeviceOwner, { id, signature }: Entry) => isSameSecret(signature, sign(context, owner, id));
