import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { becomeFirstAdministrator, changeRole } from '../../../src/features/accounts/administrators.server.ts';
import { acquireLock } from '../../../src/server/db/advisory-locks.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { openServerCopy } from '../../support/databases.ts';
import { newModerator } from '../../support/moderation.ts';

const server = inject('postgres');

/** Starts changes of roles that all wait for one another's end, and then lets them go. @returns what each answers */
async function atOnce(db: Db, changes: ((transaction: Db) => Promise<boolean>)[]): Promise<boolean[]> {
  const turn = await db.startTransaction().execute();
  await acquireLock(turn, 'roles');
  const answers = Promise.all(changes.map((change) => db.transaction().execute(change)));
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows.length;
  };
  try {
    await expect.poll(waiting, { timeout: 10_000 }).toBe(changes.length);
  } finally {
    await turn.rollback().execute();
  }
  return answers;
}

const administrators = async (db: Db) =>
  (await db.selectFrom('accounts').select('user_id').where('role', '=', 'administrator').execute()).map((row) => row.user_id);

describe.skipIf(!server)('of changes of roles that come at once', () => {
  async function open() {
    const { db, close } = await openServerCopy(server!);
    onTestFinished(close);
    return accountsContext(db);
  }

  test('one makes the first administrator', async () => {
    const context = await open();
    const members = [await newMember(context), await newMember(context)];
    const made = await atOnce(
      context.db,
      members.map(
        ({ userId }) =>
          (transaction) =>
            becomeFirstAdministrator(transaction, userId),
      ),
    );
    expect(made.toSorted()).toEqual([false, true]);
    expect(await administrators(context.db)).toHaveLength(1);
  });

  test('one of two who take the role from each other stays administrator', async () => {
    const context = await open();
    const [ada, bob] = [await newModerator(context, 'administrator'), await newModerator(context, 'administrator')];
    const done = await atOnce(
      context.db,
      [ada, bob].map(
        ({ userId }) =>
          (transaction) =>
            changeRole(transaction, userId, 'member'),
      ),
    );
    expect(done.toSorted()).toEqual([false, true]);
    expect(await administrators(context.db)).toHaveLength(1);
  });
});
