import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { Mail } from './letter.ts';
import type { Transport } from './transport.ts';

/**
 * Makes the mail of a row of the outbox. A link is made here, at the moment it is sent, so that no row holds a secret.
 * @returns undefined when there is nothing to send any more
 */
export type Compose = (kind: string, data: Record<string, unknown>) => Promise<Mail | undefined>;

/** Sent side by side. */
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
 */
export async function addToOutbox(db: Db, kind: string, data: object): Promise<void> {
  // Due from the beginning of time: the sender's clock may differ from the database's.
  await db
    .insertInto('outbox')
    .values({ kind, data: JSON.stringify(data), due_at: new Date(0) })
    .execute();
}

interface Taken {
  id: number;
  kind: string;
  data: Record<string, unknown>;
  attempts: number;
}

/**
 * Sends the next few mails that are due. Each is sent at least once: one that was sent while the process was killed, or
 * whose end no server acknowledged, is sent again. What fails is tried again later, and given up after some tries.
 * @param onGivenUp called with each mail that is given up
 * @returns how many rows it took; 0 when nothing is due
 */
export async function sendDue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  compose: Compose,
  transport: Transport,
  onGivenUp: (error: Error) => void = () => undefined,
): Promise<number> {
  const taken = await takeDue(db, clock());
  await Promise.all(
    taken.map(async (row) => {
      try {
        const mail = await compose(row.kind, row.data);
        if (mail) await transport.send(mail);
      } catch (error) {
        const message = errorText(error);
        if (await putOff(db, row, message, clock()))
          onGivenUp(new Error(`mail ${row.id} (${row.kind}) was given up after ${row.attempts} tries: ${message}`));
        return;
      }
      await db.deleteFrom('outbox').where('id', '=', row.id).execute();
    }),
  );
  return taken.length;
}

/** Takes rows in one statement, so that no transaction is open while mails are sent: the embedded database has one connection. */
async function takeDue(db: Db, now: Date): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    with due as materialized (
      select id from outbox where failed_at is null and due_at <= ${now}
      order by due_at, id limit ${AT_ONCE} for update skip locked)
    update outbox set due_at = ${new Date(now.getTime() + LEASE_MS)}, attempts = attempts + 1
    from due where outbox.id = due.id
    returning outbox.id, kind, data, attempts`.execute(db);
  return rows;
}

/**
 * Has a mail wait for its next try, unless another server has taken it meanwhile.
 * @returns whether it was given up instead
 */
async function putOff(db: Db, { id, attempts }: Taken, message: string, now: Date): Promise<boolean> {
  const givenUp = attempts >= MOST_ATTEMPTS;
  // A server that was away is not asked by all mails in the same moment.
  const wait = MINUTE_MS * 2 ** (attempts - 1) * (1 + Math.random() / 5);
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ last_error: message, failed_at: givenUp ? now : null, due_at: new Date(now.getTime() + wait) })
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

/**
 * Sends what is due, every second, as long as the process runs.
 * @param onError called with errors of the outbox itself, and of each mail that is given up
 * @returns a function that ends it, and resolves when the mails under way are done
 */
export function startMailJob(
  context: Pick<Context, 'db' | 'clock'>,
  compose: Compose,
  transport: Transport,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let ended = false;
  let underWay: Promise<void> | undefined;
  const sendAll = async () => {
    while (!ended && (await sendDue(context, compose, transport, onError)) > 0);
  };
  const look = () => {
    underWay ??= sendAll()
      .catch(onError)
      .finally(() => (underWay = undefined));
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return async () => {
    ended = true;
    clearInterval(timer);
    await underWay;
    transport.close();
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
