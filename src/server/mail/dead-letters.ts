import type { Selectable } from 'kysely';
import { momentText } from '../read-date.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/schema.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { Refused } from '../../lib/refused.ts';
import { counted } from '../../lib/counted.ts';

type Row = Selectable<Tables['outbox']>;

const MOST_LISTED = 50;

/** What waits in the outbox and what has failed, the latter first; in each, the oldest first. */
export async function listMail({ db, config }: Context): Promise<CommandResult> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .orderBy((eb) => eb('failed_at', 'is', null))
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
  const { waiting, failing, failed } = await countMail(db);
  const rest = waiting + failed - rows.length;
  return {
    messages: [
      `${counted(waiting, 'mail')} waiting to be sent, ${failed} failed.`,
      ...rows.map((row) => line(row, config.region.timeZone)),
    ].concat(
      rest > 0 ? [`… and ${rest} more`] : [],
      failing + failed > 0 ? ['--retry tries failed mail again, --drop ID deletes one.'] : [],
    ),
    changed: false,
  };
}

/** How many mails wait, how many of these after a try that failed, and how many have failed for good. */
export const countMail = (db: Db): Promise<{ waiting: number; failing: number; failed: number }> =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
      fn.countAll<number>().filterWhere('failed_at', 'is', null).filterWhere('last_error', 'is not', null).as('failing'),
      fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
    ])
    .executeTakeFirstOrThrow();

/** Queues every failed mail again, its tries counted from zero, and has those that wait after a failed try sent at once. */
export async function retryMail({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<CommandResult> {
  const count = await db.transaction().execute(async (transaction) => {
    const waiting = await transaction
      .updateTable('outbox')
      .set({ due_at: new Date(0) })
      .where('failed_at', 'is', null)
      .where('last_error', 'is not', null)
      .where('due_at', '>', clock())
      .executeTakeFirst();
    const failed = await transaction
      .updateTable('outbox')
      .set({ failed_at: null, attempts: 0, due_at: new Date(0) })
      .where('failed_at', 'is not', null)
      .executeTakeFirst();
    return Number(waiting.numUpdatedRows + failed.numUpdatedRows);
  });
  return { messages: [count === 0 ? 'No mail has failed.' : `${counted(count, 'mail')} will be tried again.`], changed: false };
}

/**
 * Removes a mail from the outbox, failed or not.
 * @throws Refused when there is none of this id
 */
export async function dropMail({ db }: Context, id: number): Promise<CommandResult> {
  const dropped = await db.deleteFrom('outbox').where('id', '=', id).returningAll().executeTakeFirst();
  if (!dropped) throw new Refused(`There is no mail ${id} in the outbox; it may have been sent. npm run site -- mail lists what is left.`);
  return { messages: [`Deleted mail ${id} (${dropped.kind}, ${recipient(dropped)}).`], changed: false };
}

const recipient = ({ data: { email, userId } }: Row) =>
  typeof email === 'string' ? email : typeof userId === 'number' ? `member ${userId}` : 'recipient unknown';

function line(row: Row, timeZone: string): string {
  const tries = counted(row.attempts, 'try', { plural: 'tries' });
  const state = row.failed_at ? `failed after ${tries}` : row.attempts > 0 ? `waits after ${tries}` : 'waits';
  return `${row.id}  ${row.kind}  ${recipient(row)}  since ${momentText(row.created_at, timeZone)}  ${state}${row.last_error === null ? '' : `: ${row.last_error}`}`;
}
