import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { Compose, MailOutcome, QueuedMail, Settle } from './outbox.ts';
import { AddressRefused, OutcomeUnknown, type Transport } from './transport.ts';

/** Which mails are sent, and how. */
export interface Lane {
  /** Only those of this priority; all of them, the most urgent ones first, where it is left out. */
  priority?: number;
  /** How many are sent side by side. */
  atOnce?: number;
  /** The kinds whose mails are not sent twice, with what notes how they end. */
  settle?: ReadonlyMap<string, Settle>;
}

/** How many mails are sent side by side where a lane does not say. */
export const AT_ONCE = 5;
/** After so many tries a mail is given up: some two hours after the first one. */
const MOST_ATTEMPTS = 8;
const MINUTE_MS = 60_000;
/** How long a row that was taken is nobody else's: longer than sending may take. */
const LEASE_MS = 5 * MINUTE_MS;
const LONGEST_ERROR = 300;

/** A row that this process sends. */
interface Taken extends QueuedMail {
  attempts: number;
  begun_at: Date | null;
}

/** What sends the mails of a lane. */
export type Sender = Pick<Context, 'db' | 'clock'> & {
  compose: Compose;
  transport: Transport;
  lane: Lane;
  onGivenUp: (error: Error) => void;
};

/**
 * Sends the next few mails that are due. Each is sent at least once: one that was sent while the process was killed, or
 * whose end no server acknowledged, is sent again, unless it is of a kind that is not sent twice. What fails is tried again later, and
 * given up after some tries.
 * @param onGivenUp called with each mail that is given up
 * @returns how many rows it took; 0 when nothing is due
 */
export async function sendDue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  compose: Compose,
  transport: Transport,
  onGivenUp: (error: Error) => void = () => undefined,
  lane: Lane = {},
): Promise<number> {
  const sender = { db, clock, compose, transport, lane, onGivenUp };
  const taken = await takeDue(sender, lane.atOnce ?? AT_ONCE);
  await Promise.all(taken.map((row) => sendOne(sender, row)));
  return taken.length;
}

/** Takes rows in one statement, so that no transaction is open while mails are sent: the embedded database has one connection. */
export async function takeDue({ db, clock, lane: { priority } }: Sender, most: number): Promise<Taken[]> {
  const now = clock();
  const { rows } = await sql<Taken>`
    with due as materialized (
      select id from outbox where failed_at is null and due_at <= ${now} ${priority === undefined ? sql`` : sql`and priority = ${priority}`}
      order by priority, due_at, id limit ${most} for update skip locked)
    update outbox set due_at = ${new Date(now.getTime() + LEASE_MS)}, attempts = attempts + 1
    from due where outbox.id = due.id
    returning outbox.id, kind, data, created_at, attempts, begun_at`.execute(db);
  return rows;
}

/** Sends one mail that was taken, and notes how it ended. */
export async function sendOne(sender: Sender, row: Taken): Promise<void> {
  const { db, clock, compose, transport, lane, onGivenUp } = sender;
  const settle = lane.settle?.get(row.kind);
  // Its try was begun, and whoever did that did not come back: it may have been sent.
  if (settle && row.begun_at) return finish(db, row, settle, { state: 'unconfirmed' });
  let end: MailOutcome | undefined;
  try {
    const mail = await compose(row.kind, row.data, row);
    if (mail) {
      if (settle && !(await begin(db, row, clock()))) return;
      await transport.send(mail);
      end = { state: 'sent' };
    }
  } catch (error) {
    const message = errorText(error);
    if (settle && error instanceof OutcomeUnknown) return finish(db, row, settle, { state: 'unconfirmed' });
    if (settle && error instanceof AddressRefused) return finish(db, row, settle, { state: 'refused', error: message });
    if (!(await postpone(db, row, message, clock(), settle))) return;
    return onGivenUp(new Error(`mail ${row.id} (${row.kind}) was given up after ${row.attempts} tries: ${message}`));
  }
  await finish(db, row, settle, end);
}

/**
 * Notes that a mail is about to go over, so that nobody sends it again whatever happens.
 * @returns false when another server has taken it, or it was dropped
 */
async function begin(db: Db, { id, attempts }: Taken, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ begun_at: now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function finish(db: Db, row: Taken, settle: Settle | undefined, end: MailOutcome | undefined): Promise<void> {
  if (!settle || !end) {
    await db.deleteFrom('outbox').where('id', '=', row.id).execute();
    return;
  }
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('outbox').where('id', '=', row.id).execute();
    await settle(transaction, row, end);
  });
}

/**
 * Has a mail wait for its next try, unless another server has taken it meanwhile.
 * @returns whether it was given up instead
 */
async function postpone(db: Db, row: Taken, message: string, now: Date, settle: Settle | undefined): Promise<boolean> {
  const { id, attempts } = row;
  const givenUp = attempts >= MOST_ATTEMPTS;
  if (givenUp && settle) {
    await finish(db, row, settle, { state: 'failed', error: message });
    return true;
  }
  // A server that was away is not asked by all mails in the same moment.
  const wait = MINUTE_MS * 2 ** (attempts - 1) * (1 + Math.random() / 5);
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ last_error: message, failed_at: givenUp ? now : null, due_at: new Date(now.getTime() + wait), begun_at: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return givenUp && numUpdatedRows > 0n;
}

/** What an error says, as a line that may be stored and logged: servers quote addresses of what they refuse. */
function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replaceAll(/https?:\/\/\S+/g, '(address)')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST_ERROR);
}
