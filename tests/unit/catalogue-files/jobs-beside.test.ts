import { expect, inject, onTestFinished, test } from 'vitest';
import { matchDue } from '../../../src/features/alerts/match.server.ts';
import { acquireEditingLock } from '../../../src/features/catalogue/editing-lock.server.ts';
import { gatherSearch } from '../../../src/features/search/gather.server.ts';
import { gatherSuggestions } from '../../../src/features/search/suggestions/gather.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { required } from '../../../src/lib/required.ts';
import { openServerCopy } from '../../support/databases.ts';
import { contextOf, deal, importRecords, surroundings } from '../../support/catalogue.ts';

const server = inject('postgres');

/** How much is due of what follows an import: words of titles, suggestions, deal alerts. */
const dueIn = ({ db }: Context) =>
  Promise.all(
    (['search_due', 'suggestion_due', 'alert_due'] as const).map(
      async (table) => (await db.selectFrom(table).selectAll().execute()).length,
    ),
  );

async function follow(context: Context): Promise<void> {
  await gatherSearch(context.db);
  await gatherSuggestions(context.db);
  await matchDue(context);
}

// The embedded database has one session: whatever else would use it waits for the import.
test.skipIf(!server)('what follows an import goes on by some at a time while the next one runs', { timeout: 60_000 }, async () => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  const context = contextOf(database);
  const deals = Array.from({ length: 900 }, (_, index) => deal({ sourceId: `d${index}`, title: `Kettle ${index}` }));
  await importRecords(context, [...surroundings(), ...deals]);
  await context.db.transaction().execute(async (transaction) => {
    await acquireEditingLock(transaction);
    const [words, suggestions, alerts] = await dueIn(context);
    await follow(context);
    expect(await dueIn(context)).toEqual([words! - 300, suggestions! - 150, alerts! - 8]);
  });
  await follow(context);
  expect(await dueIn(context)).toEqual([0, 0, 0]);
});
