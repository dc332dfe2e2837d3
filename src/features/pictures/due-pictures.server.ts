import { sql } from 'kysely';
import { acquireLock } from '../../server/db/advisory-locks.ts';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import type { EncodedPicture } from './encode.server.ts';

/** A picture that this server is to fetch. */
export interface ClaimedPicture {
  id: number;
  address: string;
  attempts: number;
}

/** Pictures that are fetched from a host at a time, by all servers together. */
const MOST_OF_HOST = 2;
/** How long a picture is reserved for the server that took it: longer than fetching and encoding may take. */
const LEASE_MS = 2 * 60_000;
/** A picture is given up after so many tries, some six hours after the first one. */
const MOST_ATTEMPTS = 6;
const FIRST_WAIT_MS = 60_000;
const WAITS_GROW_BY = 4;

/** Keeps servers from taking pictures of a host at once, and files from being swept while they are stored. */
export const lockPictures = (transaction: Db) => acquireLock(transaction, 'pictures');

/**
 * Takes the picture that has been due longest, of hosts from which fewer than two are being fetched. It visits hosts one by one in the
 * index, so that it takes as long with a hundred thousand pictures as with ten.
 * @returns undefined when nothing is due, or every host with due pictures is at that limit
 */
export async function claimDuePicture(db: Db, now: Date): Promise<ClaimedPicture | undefined> {
  if (!(await isAnyWanted(db))) return undefined;
  const leased = new Date(now.getTime() + LEASE_MS);
  return db.transaction().execute(async (transaction) => {
    await lockPictures(transaction);
    await giveUpUnfinished(transaction, now);
    const { rows } = await sql<ClaimedPicture>`
      with recursive hosts (host) as (
        (select host from pictures where state = 'wanted' order by host limit 1)
        union all
        select (select p.host from pictures as p where p.state = 'wanted' and p.host > h.host order by p.host limit 1)
        from hosts as h where h.host is not null),
      free as (
        select host from hosts where host is not null
          and (select count(*) from pictures as p where p.taken_until > ${now} and p.host = hosts.host) < ${MOST_OF_HOST}),
      due as materialized (
        select first.id from free cross join lateral (
          select p.id, p.due_at from pictures as p
          where p.state = 'wanted' and p.host = free.host and p.due_at <= ${now}
          order by p.due_at, p.id limit 1) as first
        order by first.due_at, first.id limit 1)
      update pictures set taken_until = ${leased}, due_at = ${leased}, attempts = attempts + 1
      from due where pictures.id = due.id
      returning pictures.id, pictures.address, pictures.attempts`.execute(transaction);
    return rows[0];
  });
}

/** Looked at every other second, without a transaction where all pictures are settled. */
async function isAnyWanted(db: Db): Promise<boolean> {
  const { wanted } = await oneRow(db, sql<{ wanted: boolean }>`select exists (select from pictures where state = 'wanted') as wanted`);
  return wanted;
}

/** Gives up pictures that were taken often without a result: one of them may crash the process. */
const giveUpUnfinished = (transaction: Db, now: Date) =>
  transaction
    .updateTable('pictures')
    .set({ state: 'failed', error: 'was never done with', taken_until: null, settled_at: now })
    .where('taken_until', '<=', now)
    .where('attempts', '>=', MOST_ATTEMPTS)
    .execute();

/** Stores a fetched picture, unless another server has taken it meanwhile. */
export async function storePicture(db: Db, { id, attempts }: ClaimedPicture, picture: EncodedPicture, now: Date): Promise<void> {
  const { digest, width, height, widths, files } = picture;
  await db.transaction().execute(async (transaction) => {
    await lockPictures(transaction);
    const rows = [...files].map(([name, bytes]) => ({ digest, name, bytes }));
    await transaction
      .insertInto('picture_files')
      .values(rows)
      .onConflict((oc) => oc.doNothing())
      .execute();
    const stored = { state: 'stored', digest, width, height, widths, error: null, taken_until: null, settled_at: now } as const;
    await transaction.updateTable('pictures').set(stored).where('id', '=', id).where('attempts', '=', attempts).execute();
  });
}

/**
 * Schedules the next try of a picture, after a longer wait each time, or gives it up. What was stored of it before stays.
 * @param why in words
 * @param isFinal whether another try would fail in the same way
 */
export async function postponePicture(
  db: Db,
  { id, attempts }: ClaimedPicture,
  { why, isFinal }: { why: string; isFinal: boolean },
  now: Date,
): Promise<void> {
  const isGivenUp = isFinal || attempts >= MOST_ATTEMPTS;
  const wait = FIRST_WAIT_MS * WAITS_GROW_BY ** (attempts - 1);
  await db
    .updateTable('pictures')
    .set({
      state: isGivenUp ? 'failed' : 'wanted',
      error: why,
      taken_until: null,
      due_at: new Date(now.getTime() + wait),
      settled_at: isGivenUp ? now : null,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

/** Gives a picture back as if it had not been taken. */
export async function releasePicture(db: Db, { id, attempts }: ClaimedPicture): Promise<void> {
  await db
    .updateTable('pictures')
    .set({ taken_until: null, due_at: new Date(0), attempts: attempts - 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

/** Schedules pictures that were given up to be fetched again. @returns how many */
export async function retryFailed(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('pictures')
    .set({ state: 'wanted', error: null, attempts: 0, due_at: new Date(0), settled_at: null })
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Makes pictures that wait for another try due now, except those that a server is fetching. */
export async function retryWaitingNow(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('pictures')
    .set({ due_at: new Date(0) })
    .where('state', '=', 'wanted')
    .where('due_at', '>', now)
    .where((eb) => eb.or([eb('taken_until', 'is', null), eb('taken_until', '<=', now)]))
    .execute();
}

/** How many pictures are due, including those that are being fetched. */
export async function countDue(db: Db, now: Date): Promise<number> {
  const { due } = await db
    .selectFrom('pictures')
    .select((eb) => eb.fn.countAll<number>().as('due'))
    .where('state', '=', 'wanted')
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('taken_until', '>', now)]))
    .executeTakeFirstOrThrow();
  return due;
}
