import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished } from 'vitest';
import type { Context } from '../../src/server/context.ts';
import type { OnDemand } from '../../src/server/http/handle.ts';
import { openCopy } from './databases.ts';
import { publishedCatalogue } from './published-catalogue.ts';
import { answerOf, differing, frozenContext, usePublishing, type TestRelease } from './publishing.ts';

/** Enough for something of every kind. */
const DEALS = 12;

/** Gives each test of a file a small catalogue in a database, to be published and changed. */
export function useSmallSite() {
  const publishing = usePublishing();
  let context: Context;
  beforeEach(async () => {
    const { db, close } = await openCopy();
    onTestFinished(close);
    context = frozenContext(db);
    await publishedCatalogue(context, DEALS);
  });

  const open = (folder?: string, through?: (handler: OnDemand) => OnDemand) => publishing.open(context, folder, through);
  return {
    /** Opens a release of it; without a folder a new one. */
    open,

    /** Changes its database. */
    run: (statement: ReturnType<typeof sql>) => statement.execute(context.db),

    /** Changes what a deal costs; its addresses stay. @returns its target */
    async reprice(sourceId: string, cents: number): Promise<{ target: string }> {
      const { rows } = await sql<{ id: number }>`
        update deals set price_cents = ${cents} where source_id = ${sourceId} returning thread_id as id`.execute(context.db);
      return { target: `deal:${rows[0]!.id}` };
    },

    /** Gives a deal another title, and so another address. */
    rename: (sourceId: string, title: string) => sql`update deals set title = ${title} where source_id = ${sourceId}`.execute(context.db),

    /** Expects that a release is the same as a newly made one, and that nothing is left to publish. */
    async expectAsMadeAnew(release: TestRelease): Promise<void> {
      const anew = await open();
      await anew.settle();
      expect({ differing: differing(release, anew), due: [...release.log.due] }).toEqual({ differing: [], due: [] });
    },
  };
}

/** Addresses that are shown and cannot be read whole. */
export const unreadable = (release: TestRelease) =>
  [...release.shown].filter(([address, { sizes }]) => answerOf(release, address)?.length !== sizes.identity);

/** Shown addresses and their content, to be compared with later ones. */
export const snapshot = (release: TestRelease) => new Map([...release.shown].map(([address, { digest }]) => [address, digest]));

export const failedTargets = ({ failures }: TestRelease) => [...new Set(failures.map(([target]) => target))];

/** Publishes until everything has been done or has failed once more. */
export async function tryAgain(release: TestRelease): Promise<void> {
  release.failures.length = 0;
  await release.settle();
}
