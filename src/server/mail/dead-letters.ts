import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { Tables } from '../db/schema.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { Refused } from '../../lib/refused.ts';

type Row = Selectable<Tables['outbox']>;

const MOST_LISTED = 50;

/** What waits in the outbox and what was given up, the latter first; in each, the oldest first. */
export async function listMail({ db }: Context): Promise<CommandResult> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .orderBy((eb) => eb('failed_at', 'is', null))
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
  const { waiting, givenUp } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
      fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('givenUp'),
    ])
    .executeTakeFirstOrThrow();
  const rest = waiting + givenUp - rows.length;
  return {
    messages: [`${mails(waiting)} ${waiting === 1 ? 'waits' : 'wait'} to be sent, ${givenUp} given up.`, ...rows.map(line)].concat(
      rest > 0 ? [`… and ${rest} more`] : [],
      givenUp > 0 ? ['--retry tries those given up again, --drop ID removes one.'] : [],
    ),
    changed: false,
  };
}

/** Has every mail that was given up wait to be sent again, its tries counted anew. */
export async function retryMail({ db }: Context): Promise<CommandResult> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ failed_at: null, attempts: 0, due_at: new Date(0) })
    .where('failed_at', 'is not', null)
    .executeTakeFirst();
  const count = Number(numUpdatedRows);
  return { messages: [count === 0 ? 'No mail was given up.' : `${mails(count)} will be tried again.`], changed: false };
}

/**
 * Removes a mail from the outbox, given up or not.
 * @throws Refused when there is none of this id
 */
export async function dropMail({ db }: Context, id: number): Promise<CommandResult> {
  const dropped = await db.deleteFrom('outbox').where('id', '=', id).returningAll().executeTakeFirst();
  if (!dropped) throw new Refused(`There is no mail ${id} in the outbox; it may have been sent. npm run site -- mail lists what is.`);
  return { messages: [`Dropped mail ${id} (${dropped.kind}, ${recipient(dropped)}).`], changed: false };
}

const mails = (count: number) => `${count} ${count === 1 ? 'mail' : 'mails'}`;

const recipient = ({ data: { email, userId } }: Row) =>
  typeof email === 'string' ? email : typeof userId === 'number' ? `member ${userId}` : 'recipient not told';

function line(row: Row): string {
  const since = row.created_at.toISOString().slice(0, 16).replace('T', ' ');
  const tries = `${row.attempts} ${row.attempts === 1 ? 'try' : 'tries'}`;
  const state = row.failed_at ? `given up after ${tries}` : row.attempts > 0 ? `waits after ${tries}` : 'waits';
  return `${row.id}  ${row.kind}  ${recipient(row)}  since ${since}  ${state}${row.last_error === null ? '' : `: ${row.last_error}`}`;
}
