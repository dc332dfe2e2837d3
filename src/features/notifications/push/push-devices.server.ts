import { sql } from 'kysely';
import type { Context } from '../../../server/context.ts';
import { lockMember } from '../../session/lock-member.server.ts';
import type { Db } from '../../../server/db/database.ts';
import type { Session } from '../../session/read-session.server.ts';
import type { ShownDevice } from '../contracts/push-devices.ts';
import { pushKeys } from './push-keys.server.ts';
import type { PushDevice } from './push-request.server.ts';

/** How many devices of a member can get pushes. */
export const MOST_DEVICES = 10;

/** What the page shows of a member's pushes. */
export interface ShownPush {
  /** The site's public key; undefined where it sends none. */
  publicKey: string | undefined;
  devices: ShownDevice[];
}

/** What `PushDevices.tsx` shows. Without the service worker of offline reading no push is offered. */
export async function readPush({ db, config }: Context, userId: number): Promise<ShownPush> {
  if (!config.offlinePages) return { publicKey: undefined, devices: [] };
  const [{ publicKey }, devices] = await Promise.all([pushKeys(db), devicesOf(db, userId)]);
  return { publicKey, devices };
}

/** The devices of a member that get pushes, the newest first. */
export async function devicesOf(db: Db, userId: number): Promise<ShownDevice[]> {
  const rows = await db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();
  return rows.map(({ id, device, created_at, failed_at, endpoint }) => ({
    id,
    name: device,
    addedAt: created_at.toISOString(),
    isFailing: failed_at !== null,
    endpoint,
  }));
}

/** The session in which push is turned on: when the session ends, so do its pushes (migration 0048). */
type InSession = Pick<Session, 'userId' | 'tokenHash'>;

const idOf = ({ tokenHash }: InSession) => sql<string | null>`(select id from sessions where token_hash = ${tokenHash})`;

/** Stores a device for a member, and removes it from any other. @returns false when the member has too many */
export async function addDevice(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  session: InSession,
  { endpoint, p256dh, auth, name }: PushDevice & { name: string },
): Promise<boolean> {
  const { userId } = session;
  return db.transaction().execute(async (transaction) => {
    await lockMember(transaction, userId);
    await transaction.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('user_id', '<>', userId).execute();
    const { numAffectedRows = 0n } = await sql`
      insert into push_subscriptions (user_id, endpoint, p256dh, auth, device, created_at, session_id)
      select ${userId}::int, ${endpoint}, ${p256dh}, ${auth}, ${name}, ${clock()}, ${idOf(session)}
      where (select count(*) from push_subscriptions where user_id = ${userId} and endpoint <> ${endpoint}) < ${MOST_DEVICES}
      on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device, failed_at = null,
          session_id = excluded.session_id
        where push_subscriptions.user_id = excluded.user_id`.execute(transaction);
    return numAffectedRows > 0n;
  });
}

/**
 * Stores a device's new subscription in place of its old one. The device must be the member's own, and an endpoint of another member is
 * not taken over, because the browser does this without anybody asking for it.
 * @param renewed the endpoint before; empty for the device that was turned on last in the session
 * @returns false when the member has no such device, or the endpoint is another member's
 */
export async function renewDevice(db: Db, session: InSession, renewed: string, { endpoint, p256dh, auth }: PushDevice): Promise<boolean> {
  const { userId } = session;
  return db.transaction().execute(async (transaction) => {
    const device = await transaction
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', userId)
      .where((eb) => (renewed === '' ? eb('session_id', '=', idOf(session)) : eb('endpoint', '=', renewed)))
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!device) return false;
    // Another device of the member with the new endpoint is the same browser: a page may have stored it meanwhile.
    await transaction
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('user_id', '=', userId)
      .where('id', '<>', device.id)
      .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('push_subscriptions as s')
      .set({ endpoint, p256dh, auth, failed_at: null, session_id: idOf(session) })
      .where('s.id', '=', device.id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('push_subscriptions as other')
              .select('other.id')
              .where('other.endpoint', '=', endpoint)
              .whereRef('other.id', '<>', 's.id'),
          ),
        ),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** Deletes a device of a member's. */
export async function removeDevice(db: Db, userId: number, { id, endpoint }: { id?: number | undefined; endpoint: string }): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where((eb) => (id === undefined ? eb('endpoint', '=', endpoint) : eb('id', '=', id)))
    .execute();
}
