import fc from 'fast-check';
import { type ControlledTransaction, sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { changesSince, positionNow, type Position } from '../../../src/features/publishing/journal.server.ts';
import { trimJournal } from '../../../src/server/db/changes.ts';
import type { Db } from '../../../src/server/db/database.ts';
import type { Tables } from '../../../src/server/db/schema.ts';
import { eachDatabase, openServerCopy } from '../../support/databases.ts';
import { fillOnce } from '../../support/fixture.ts';

const EVERYTHING = [{ subject: 'everything' }];

/** Notes that the deals with these ids have changed. */
const note = (db: Db, ...ids: number[]) =>
  db
    .insertInto('changes')
    .values(ids.map((id) => ({ subject: 'deal', id })))
    .execute();

/** The ids of what was noted since a position, or `everything`. */
async function readSince(db: Db, position: Position): Promise<{ read: (number | 'everything')[]; position: Position }> {
  const { changes, position: next } = await changesSince(db, position);
  return { read: changes.map((change) => ('id' in change ? change.id : (change.subject as 'everything'))), position: next };
}

/** As if so much time had passed since everything was noted. */
const age = (db: Db, by: string) => sql`update changes set noted_at = noted_at - ${sql.lit(by)}::interval`.execute(db);

/** How many transactions a database has had. */
const transactions = async (db: Db) =>
  Number((await sql<{ count: string }>`select pg_current_xact_id()::text as count`.execute(db)).rows[0]!.count);

eachDatabase('the journal', (open) => {
  test('of a catalogue that tests copied from a database with more transactions has no news', async () => {
    const [{ db: filled }, { db: copy }] = [await open(), await open()];
    const enough = (await transactions(copy)) + 100;
    while ((await transactions(filled)) < enough);
    const fill = (db: Db) => fillOnce(db, `a noted change ${enough}`, () => note(db, 1).then(() => undefined));
    await fill(filled);
    await fill(copy);
    expect((await readSince(copy, await positionNow(copy))).read).toEqual([]);
    expect(await copy.selectFrom('changes').select('id').execute()).toEqual([{ id: 1 }]);
  });

  test('tells what was noted after a position, once', async () => {
    const { db } = await open();
    const start = await positionNow(db);
    await note(db, 1, 2);
    const first = await readSince(db, start);
    expect(first.read).toEqual([1, 2]);
    expect((await readSince(db, first.position)).read).toEqual([]);
    await note(db, 3);
    expect((await readSince(db, first.position)).read).toEqual([3]);
    expect((await readSince(db, start)).read).toEqual([1, 2, 3]);
  });

  test('marks what a transaction noted that changed much', async () => {
    const { db } = await open();
    const position = await positionNow(db);
    const noteMany = (first: number, last: number) =>
      sql`insert into changes (subject, id) select 'deal', n from generate_series(${first}::int, ${last}::int) n`.execute(db);
    await note(db, 1);
    await noteMany(1_001, 1_101);
    await noteMany(2_001, 2_100);
    const { changes } = await changesSince(db, position);
    expect(
      Map.groupBy(changes, ({ ofMany }) => ofMany)
        .get(true)
        ?.map((change) => 'id' in change && change.id),
    ).toEqual(Array.from({ length: 101 }, (_, index) => 1_001 + index));
    expect(changes).toHaveLength(202);
  });

  test('of another catalogue tells nothing of a position but that everything may differ', async () => {
    const { db } = await open();
    await note(db, 1);
    const position = await positionNow(db);
    await sql`update settings set value = 'another' where key = 'catalogue_id'`.execute(db);
    expect((await changesSince(db, position)).changes).toEqual(EVERYTHING);
  });

  test('of another server tells nothing of a position: it counts its transactions anew', async () => {
    const { db } = await open();
    await note(db, 1);
    const position = await positionNow(db);
    expect((await changesSince(db, { ...position, system: `${position.system}0` })).changes).toEqual(EVERYTHING);
  });

  test('of a state before a position, such as a restored copy, tells nothing of it', async () => {
    const { db } = await open();
    await note(db, 1);
    const position = await positionNow(db);
    const ahead = { ...position, snapshot: position.snapshot.replaceAll(/\d+/g, (xid) => String(Number(xid) + 1_000)) };
    expect((await changesSince(db, ahead)).changes).toEqual(EVERYTHING);
  });

  test('that went another way from where a position was taken tells nothing of it, though it has come as far', async () => {
    const { db } = await open();
    await note(db, 1);
    await note(db, 2);
    const position = await positionNow(db);
    await sql`delete from changes where id = 2`.execute(db);
    await sql`alter table changes alter column seq restart with 2`.execute(db);
    await note(db, 3);
    expect((await changesSince(db, position)).changes).toEqual(EVERYTHING);
  });

  test('after the catalogue was replaced tells a position that everything may differ', async () => {
    const { db } = await open();
    await note(db, 1);
    const position = await positionNow(db);
    await sql`truncate changes restart identity`.execute(db);
    await note(db, 7);
    expect((await changesSince(db, position)).changes).toEqual(EVERYTHING);
  });

  test('says that everything may differ instead of telling more than is worth going through', async () => {
    const { db } = await open();
    const position = await positionNow(db);
    await sql`insert into changes (subject, id) select 'deal', n from generate_series(1, 20001) n`.execute(db);
    expect((await changesSince(db, position)).changes).toEqual(EVERYTHING);
    expect((await readSince(db, await positionNow(db))).read).toEqual([]);
  });

  test('loses old entries and keeps what a fresh position is known by', async () => {
    const { db } = await open();
    const beginning = await positionNow(db);
    await note(db, 1);
    const old = await positionNow(db);
    await note(db, 2, 3);
    await age(db, '8 days');
    await trimJournal(db);
    const fresh = await positionNow(db);
    expect(await db.selectFrom('changes').select('id').execute()).toEqual([{ id: 3 }]);
    await note(db, 4);
    await trimJournal(db);
    expect((await readSince(db, fresh)).read).toEqual([4]);
    // Those who read too long ago cannot be told what they missed.
    expect((await changesSince(db, old)).changes).toEqual(EVERYTHING);
    expect((await changesSince(db, beginning)).changes).toEqual(EVERYTHING);
  });

  test('keeps a week of entries', async () => {
    const { db } = await open();
    const position = await positionNow(db);
    await note(db, 1, 2);
    await age(db, '6 days');
    await trimJournal(db);
    expect((await readSince(db, position)).read).toEqual([1, 2]);
  });
});

/** What a writer among several does next. */
const deed = fc.record({ writer: fc.integer({ min: 0, max: 2 }), does: fc.constantFrom('note', 'note', 'commit', 'roll back', 'read') });

const server = inject('postgres');

test.skipIf(!server)('nothing that writers commit at the same time is missed or told twice, whatever order they end in', async () => {
  const { db, close } = await openServerCopy(server!);
  onTestFinished(close);
  await note(db, 0);
  let lastId = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 25, size: 'max' }), async (deeds) => {
      const writers = new Map<number, { transaction: ControlledTransaction<Tables>; ids: number[] }>();
      const [committed, told]: [number[], (number | 'everything')[]] = [[], []];
      let position = await positionNow(db);
      const read = async () => {
        const next = await readSince(db, position);
        told.push(...next.read);
        position = next.position;
      };
      const end = async (writer: number, how: 'commit' | 'roll back') => {
        const open = writers.get(writer);
        writers.delete(writer);
        if (!open) return;
        await (how === 'commit' ? open.transaction.commit() : open.transaction.rollback()).execute();
        if (how === 'commit') committed.push(...open.ids);
      };

      for (const { writer, does } of deeds) {
        if (does === 'read') await read();
        else if (does !== 'note') await end(writer, does);
        else {
          const open = writers.get(writer) ?? { transaction: await db.startTransaction().execute(), ids: [] };
          writers.set(writer, open);
          open.ids.push(++lastId);
          await note(open.transaction, lastId);
        }
      }
      for (const writer of [...writers.keys()].toReversed()) await end(writer, 'commit');
      await read();
      expect(told.toSorted()).toEqual(committed.toSorted());
    }),
    { numRuns: 30 },
  );
});
