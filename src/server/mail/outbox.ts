import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { Mail } from './letter.ts';
import { AddressRefused, EndUnknown, type Transport } from './transport.ts';

/** A row of the outbox, as what makes and settles its mail sees it. */
export interface QueuedMail {
  id: number;
  kind: string;
  data: Record<string, unknown>;
  created_at: Date;
}

/**
 * Makes the mail of a row of the outbox. A link is made here, at the moment it is sent, so that no row holds a secret.
 * @returns undefined when there is nothing to send any more
 */
export type Compose = (kind: string, data: Record<string, unknown>, row: QueuedMail) => Promise<Mail | undefined>;

/** What became of a mail that is not sent twice. */
export type MailEnd =
  | { state: 'sent' }
  /** It may have been sent: nobody knows how its try ended. */
  | { state: 'unconfirmed' }
  /** The recipient was refused for good. */
  | { state: 'refused'; error: string }
  | { state: 'failed'; error: string };

/** Notes how a mail ended, in the transaction that takes it out of the outbox. */
export type Settle = (transaction: Db, mail: QueuedMail, end: MailEnd) => Promise<void>;

/** Which mails are sent, and how. */
export interface Lane {
  /** Only those of this priority; all of them, the most urgent ones first, where it is left out. */
  priority?: number;
  /** How many are sent side by side. */
  atOnce?: number;
  /** The kinds whose mails are not sent twice, with what notes how they end. */
  settle?: ReadonlyMap<string, Settle>;
}

const AT_ONCE = 5;
/** After so many tries a mail is given up: some two hours after the first one. */
const MOST_ATTEMPTS = 8;
const MINUTE_MS = 60_000;
/** How long a row that was taken is nobody else's: longer than sending may take. */
const LEASE_MS = 5 * MINUTE_MS;
const LONGEST_ERROR = 300;

/**
 * Has a mail sent once the writer's transaction is through; features call `queueMail` (`mail-kind.ts`), which checks the data by the kind.
 * @param data what the composer needs, such as `{ userId }` or `{ email }`; never a secret
 * @param priority 0 for what somebody waits for
 * @returns its number in the outbox
 */
export async function addToOutbox(db: Db, kind: string, data: object, priority = 0): Promise<number> {
  // Due from the beginning of time: the sender's clock may differ from the database's.
  const { id } = await db
    .insertInto('outbox')
    .values({ kind, data: JSON.stringify(data), due_at: new Date(0), priority })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Taken extends QueuedMail {
  attempts: number;
  begun_at: Date | null;
}

type Sender = Pick<Context, 'db' | 'clock'> & { compose: Compose; transport: Transport; lane: Lane; onGivenUp: (error: Error) => void };

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
async function takeDue({ db, clock, lane: { priority } }: Sender, most: number): Promise<Taken[]> {
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

async function sendOne(sender: Sender, row: Taken): Promise<void> {
  const { db, clock, compose, transport, lane, onGivenUp } = sender;
  const settle = lane.settle?.get(row.kind);
  // Its try was begun, and whoever did that did not come back: it may have been sent.
  if (settle && row.begun_at) return finish(db, row, settle, { state: 'unconfirmed' });
  let end: MailEnd | undefined;
  try {
    const mail = await compose(row.kind, row.data, row);
    if (mail) {
      if (settle && !(await begin(db, row, clock()))) return;
      await transport.send(mail);
      end = { state: 'sent' };
    }
  } catch (error) {
    const message = errorText(error);
    if (settle && error instanceof EndUnknown) return finish(db, row, settle, { state: 'unconfirmed' });
    if (settle && error instanceof AddressRefused) return finish(db, row, settle, { state: 'refused', error: message });
    if (!(await putOff(db, row, message, clock(), settle))) return;
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

async function finish(db: Db, row: Taken, settle: Settle | undefined, end: MailEnd | undefined): Promise<void> {
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
async function putOff(db: Db, row: Taken, message: string, now: Date, settle: Settle | undefined): Promise<boolean> {
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

const LOOK_MS = 1_000;

export interface MailJob {
  /** Looks at once. */
  wake(): void;
  /** Ends it; resolves when the mails under way are done. */
  end(): Promise<void>;
}

/**
 * Sends the due mails of a lane, looking every second, as long as the process runs. A mail that takes long holds up only its own place.
 * @param onError called with errors of the outbox itself, and of each mail that is given up
 */
export function startMailJob(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  compose: Compose,
  transport: Transport,
  onError: (error: unknown) => void,
  lane: Lane = {},
): MailJob {
  const sender = { db, clock, compose, transport, lane, onGivenUp: onError };
  const atOnce = lane.atOnce ?? AT_ONCE;
  const underWay = new Set<Promise<void>>();
  let ended = false;
  let looking: Promise<void> | undefined;
  const fill = async () => {
    while (!ended && underWay.size <= atOnce / 2) {
      const rows = await takeDue(sender, atOnce - underWay.size);
      if (rows.length === 0) return;
      for (const row of rows) {
        const sent: Promise<void> = sendOne(sender, row)
          .catch(onError)
          .finally(() => {
            underWay.delete(sent);
            look();
          });
        underWay.add(sent);
      }
    }
  };
  const look = () => {
    if (ended) return;
    looking ??= fill()
      .catch(onError)
      .finally(() => (looking = undefined));
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return {
    wake: look,
    async end() {
      ended = true;
      clearInterval(timer);
      await looking;
      await Promise.all(underWay);
      transport.close();
    },
  };
}

/** Removes mails that were given up before a date: they hold addresses, and nobody waits for them any more. */
export async function clearGivenUp(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('outbox').where('failed_at', '<', before).execute();
}

/** Removes the mails about a member who goes; mails to the address itself are still sent. */
export async function dropMails(db: Db, { userId, email }: { userId: number; email: string }): Promise<void> {
  await sql`
    delete from outbox where (data->>'userId')::int = ${userId}
      or (failed_at is not null and lower(${email}) in (lower(data->>'email'), lower(data->>'newEmail')))`.execute(db);
}

/** Forgets mails of a kind to a member that are not sent yet. */
export async function dropMailsOf(db: Db, kind: string, userId: number): Promise<void> {
  await sql`delete from outbox where kind = ${kind} and (data->>'userId')::int = ${userId}`.execute(db);
}
