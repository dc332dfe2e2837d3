import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { backOff, takeDueRows } from '../due-rows.ts';
import type { Compose, MailOutcome, QueuedMail, Settle } from './outbox.ts';
import { AddressRefused, OutcomeUnknown, type Transport } from './transport.ts';
import { append } from '../../lib/append.ts';

/** Which mails are sent, and how. */
export interface Lane {
  /** Only those of this priority; all of them, the most urgent ones first, where it is left out. */
  priority?: number;
  /** How many are sent side by side. */
  atOnce?: number;
  /** The kinds whose mails are not sent twice, with the functions that store their outcomes. */
  settle?: ReadonlyMap<string, Settle>;
}

/** How many mails are sent side by side where a lane does not say. */
export const AT_ONCE = 5;
/** After so many tries a mail is given up: some two hours after the first one. */
const MOST_ATTEMPTS = 8;
const LONGEST_ERROR = 300;

/** A row that this process sends. */
interface Taken extends QueuedMail {
  attempts: number;
  begun_at: Date | null;
}

/** A mail whose row is to be removed; with `settle` and an outcome, that is stored, too. */
interface Finished {
  row: Taken;
  settle: Settle | undefined;
  end: MailOutcome | undefined;
}

/** The sender of a lane. */
export interface Sender extends Pick<Context, 'db' | 'clock'> {
  compose: Compose;
  transport: Transport;
  lane: Lane;
  onGivenUp: (error: Error) => void;
  /** Called with each try that failed and is repeated later. */
  onPostponed?: ((error: Error) => void) | undefined;
  begin: DataLoader<Taken, boolean>;
  finish: DataLoader<Finished, undefined>;
}

/** Parallel mails end at slightly different times; the first one waits this long for others, to be settled by the same statement. */
const TOGETHER_WITHIN_MS = 5;

/** Opens the sender of a lane. Mails that begin, or end, at the same time share statements. */
export function openSender(
  context: Pick<Context, 'db' | 'clock'>,
  mails: Pick<Sender, 'compose' | 'transport' | 'lane' | 'onGivenUp' | 'onPostponed'>,
): Sender {
  const { db, clock } = context;
  return {
    db,
    clock,
    ...mails,
    begin: new DataLoader((rows) => beginAll(db, rows, clock()), { cache: false }),
    finish: new DataLoader((finished) => finishAll(db, finished), {
      cache: false,
      batchScheduleFn: (run) => setTimeout(run, TOGETHER_WITHIN_MS),
    }),
  };
}

/**
 * Sends the next few due mails, at least once: if the process was killed while sending, or the server
 * did not acknowledge a mail, it is sent again, unless it is of a kind that is not sent twice. Failed mails are tried again later, and
 * given up after some tries.
 * @param onGivenUp called with each mail that is given up
 * @returns how many rows it took; 0 when nothing is due
 */
export async function sendDue(
  context: Pick<Context, 'db' | 'clock'>,
  compose: Compose,
  transport: Transport,
  onGivenUp: (error: Error) => void = () => undefined,
  lane: Lane = {},
): Promise<number> {
  const sender = openSender(context, { compose, transport, lane, onGivenUp });
  const taken = await takeDue(sender, lane.atOnce ?? AT_ONCE);
  await Promise.all(taken.map((row) => sendOne(sender, row)));
  return taken.length;
}

/** Takes the next mails of a lane, the most urgent ones first. */
export const takeDue = ({ db, clock, lane: { priority } }: Sender, most: number): Promise<Taken[]> =>
  takeDueRows(db, 'outbox', clock(), {
    most,
    where: priority === undefined ? sql`failed_at is null` : sql`failed_at is null and priority = ${priority}`,
    order: sql`priority, due_at, id`,
    // Only what waits after a try that failed has an error, so that `retryMail` leaves alone what is under way.
    set: sql`last_error = null`,
    columns: sql<Taken>`kind, data, created_at, attempts, begun_at`,
  });

/** Sends one mail that was taken, and notes how it ended. */
export async function sendOne(sender: Sender, row: Taken): Promise<void> {
  const { db, clock, compose, transport, lane, onGivenUp, onPostponed } = sender;
  const settle = lane.settle?.get(row.kind);
  const finish = (end: MailOutcome | undefined) => sender.finish.load({ row, settle, end });
  // An earlier try began and was never concluded: the mail may have been sent.
  if (settle && row.begun_at) return finish({ state: 'unconfirmed' });
  let end: MailOutcome | undefined;
  try {
    const mail = await compose(row.kind, row.data, row);
    if (mail) {
      if (settle && !(await sender.begin.load(row))) return;
      await transport.send(mail);
      end = { state: 'sent' };
    }
  } catch (error) {
    const message = errorText(error);
    if (settle && error instanceof OutcomeUnknown) return finish({ state: 'unconfirmed' });
    if (settle && error instanceof AddressRefused) return finish({ state: 'refused', error: message });
    if (!(await postpone({ db, now: clock() }, row, message, settle)))
      return onPostponed?.(new Error(`mail ${row.id} (${row.kind}) could not be sent, and will be tried again: ${message}`));
    return onGivenUp(new Error(`mail ${row.id} (${row.kind}) was given up after ${row.attempts} tries: ${message}`));
  }
  await finish(end);
}

/**
 * Notes that mails are about to be sent, so that they are not sent again whatever happens.
 * @returns for each whether to send it: false when another server has taken it, or it was dropped
 */
async function beginAll(db: Db, rows: readonly Taken[], now: Date): Promise<boolean[]> {
  const taken = rows.map(({ id, attempts }) => ({ id, attempts }));
  const { rows: begun } = await sql<{ id: number }>`
    update outbox set begun_at = ${now} from json_to_recordset(${JSON.stringify(taken)}::json) as taken (id bigint, attempts int)
    where outbox.id = taken.id and outbox.attempts = taken.attempts returning outbox.id`.execute(db);
  const ids = new Set(begun.map(({ id }) => id));
  return rows.map(({ id }) => ids.has(id));
}

/**
 * Removes the rows of mails and stores their outcomes, in one transaction; if that fails, in one for each, so that one mail does not affect
 * others.
 */
async function finishAll(db: Db, finished: readonly Finished[]): Promise<(undefined | Error)[]> {
  try {
    await db.transaction().execute(async (transaction) => {
      const ids = finished.map(({ row }) => row.id);
      await transaction.deleteFrom('outbox').where('id', 'in', ids).execute();
      for (const [settle, group] of Map.groupBy(finished, (each) => each.settle)) {
        const ended = group.flatMap(({ row: mail, end }) => (end ? [{ mail, end }] : []));
        if (settle && ended.length > 0) await settle(transaction, ended);
      }
    });
    return finished.map(() => undefined);
  } catch (error) {
    if (finished.length === 1) return [error instanceof Error ? error : new Error(String(error))];
    const ends: (undefined | Error)[] = [];
    for (const one of finished) append(ends, await finishAll(db, [one]));
    return ends;
  }
}

/**
 * Schedules the next try of a mail, unless another server has taken it meanwhile.
 * @returns whether it was given up instead; then it stays as failed, and an operator may have it tried again
 */
async function postpone({ db, now }: { db: Db; now: Date }, row: Taken, message: string, settle: Settle | undefined): Promise<boolean> {
  const { id, attempts } = row;
  const givenUp = attempts >= MOST_ATTEMPTS;
  const note = (transaction: Db) =>
    transaction
      .updateTable('outbox')
      .set({ last_error: message, failed_at: givenUp ? now : null, due_at: new Date(now.getTime() + backOff(attempts)), begun_at: null })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .executeTakeFirst();
  if (!givenUp || !settle) {
    const { numUpdatedRows } = await note(db);
    return givenUp && numUpdatedRows > 0n;
  }
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await note(transaction);
    if (numUpdatedRows > 0n) await settle(transaction, [{ mail: row, end: { state: 'failed', error: message } }]);
    return numUpdatedRows > 0n;
  });
}

/** What an error says, as a line that may be stored and logged: servers quote links and recipients of what they refuse. */
function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replaceAll(/https?:\/\/\S+/g, '(address)')
    .replaceAll(/[^\s<>"'(),:;]+/g, (word) => (/.@./.test(word) ? '(address)' : word))
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST_ERROR);
}
