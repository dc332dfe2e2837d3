import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Mail } from './mail-content.ts';

/** A row of the outbox, for the code that writes and settles its mail. */
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
  /** It was given up. Its row stays, so that an operator can have it tried again, and may have another outcome then. */
  | { state: 'failed'; error: string };

/** A mail that is not sent twice, and its outcome. */
export interface EndedMail {
  mail: QueuedMail;
  end: MailOutcome;
}

/** Stores the outcomes of mails, in the transaction that takes them out of the outbox or marks them as failed. */
export type Settle = (transaction: Db, ended: EndedMail[]) => Promise<void>;

/**
 * Adds mails, which are sent after the writer's transaction commits; features call `queueMail` (`mail-kind.ts`), which checks the data by the kind.
 * @param mails what the composer needs of each, such as `{ userId }` or `{ email }`; never a secret
 * @param priority 0 for what somebody waits for
 * @returns their numbers in the outbox, in their order
 */
export async function addToOutbox(db: Db, kind: string, mails: object[], priority: number): Promise<number[]> {
  if (mails.length === 0) return [];
  // Due since the epoch, because the sender's clock may differ from the database's.
  const rows = await db
    .insertInto('outbox')
    .values(mails.map((data) => ({ kind, data: JSON.stringify(data), due_at: new Date(0), priority })))
    .returning('id')
    .execute();
  // Numbers are assigned in the order of the values.
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Deletes mails that were given up before a date: they contain addresses, and are no longer needed. */
export async function clearGivenUp(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('outbox').where('failed_at', '<', before).execute();
}

/** Deletes the mails about a member whose account is deleted; mails to the address itself are still sent. */
export async function dropMails(db: Db, { userId, email }: { userId: number; email: string }): Promise<void> {
  await sql`
    delete from outbox where (data->>'userId')::int = ${userId}
      or (failed_at is not null and lower(${email}) in (lower(data->>'email'), lower(data->>'newEmail')))`.execute(db);
}

/** Deletes mails of a kind to a member that are not sent yet. */
export async function dropMailsOf(db: Db, kind: string, userId: number): Promise<void> {
  await sql`delete from outbox where kind = ${kind} and (data->>'userId')::int = ${userId}`.execute(db);
}
