import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Mail } from './mail-content.ts';

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

/** The outcome of a mail that is not sent twice. */
export type MailOutcome =
  | { state: 'sent' }
  /** It may have been sent: the outcome of its try is not known. */
  | { state: 'unconfirmed' }
  /** The recipient was refused for good. */
  | { state: 'refused'; error: string }
  | { state: 'failed'; error: string };

/** Stores the outcome of a mail, in the transaction that takes it out of the outbox. */
export type Settle = (transaction: Db, mail: QueuedMail, end: MailOutcome) => Promise<void>;

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
