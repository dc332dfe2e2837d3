import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { backUp } from '../../../src/features/backup/backup.server.ts';
import { restore } from '../../../src/features/backup/restore.server.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { snapshotEmbedded } from '../../../src/server/db/snapshot.ts';
import { onDatabase, openCopy } from '../../support/databases.ts';
import { prepareDatabase } from '../../support/embedded.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { answerOf, differing, frozenContext, usePublishing } from '../../support/publishing.ts';

const publishing = usePublishing();
const DEALS = 12;

const retitle = (db: Db, sourceId: string, title: string) =>
  sql`update deals set title = ${title} where source_id = ${sourceId}`.execute(db);

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-older-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Publishes a database into a new release. @returns the release's folder */
async function publishedFrom(db: Db): Promise<string> {
  const shownRelease = await publishing.open(frozenContext(db));
  await shownRelease.settle();
  shownRelease.log.close();
  return shownRelease.folder;
}

/** Goes on with a release on a database; fails unless it never shows what another state of the catalogue had. */
async function expectNothingElse(db: Db, release: string, context = frozenContext(db)): Promise<void> {
  const anew = await publishing.open(context);
  await anew.settle();
  const shownRelease = await publishing.open(context, release);
  const stale = [...shownRelease.shown.keys()].filter(
    (address) => !answerOf(shownRelease, address)!.equals(answerOf(anew, address) ?? Buffer.alloc(0)),
  );
  expect(stale).toEqual([]);
  await shownRelease.settle();
  expect(differing(shownRelease, anew)).toEqual([]);
}

onDatabase('a release', (open) => {
  test('of before a backup was restored shows nothing of what was then', async () => {
    const { db } = await open();
    const context = frozenContext(db);
    await publishedCatalogue(context, DEALS);
    const file = join(await temporaryFolder(), 'all.jsonl.gz');
    await backUp(context, file);
    await retitle(db, 'd1', 'Edited after the backup');
    const release = await publishedFrom(db);
    await restore(context, file, { yes: true });
    await expectNothingElse(db, release);
  });

  test('of another database shows nothing of that', async () => {
    const { db } = await open();
    await publishedCatalogue(frozenContext(db), DEALS);
    const { db: other, close } = await openCopy();
    onTestFinished(close);
    await publishedCatalogue(frozenContext(other), DEALS);
    await retitle(other, 'd1', 'Of the other');
    await expectNothingElse(db, await publishedFrom(other));
  });

  test.each(['when nothing else has changed', 'when a deal has changed too'])(
    'of before the site was called differently shows nothing of the old name, %s',
    async (when) => {
      const { db } = await open();
      await publishedCatalogue(frozenContext(db), DEALS);
      const release = await publishedFrom(db);
      if (when.includes('deal')) await retitle(db, 'd1', 'Edited meanwhile');
      const context = frozenContext(db);
      await expectNothingElse(db, release, { ...context, config: { ...context.config, siteName: 'Jackdaw' } });
    },
  );
});

test(
  'a release of a database folder that was put back to an older state shows nothing of what was later',
  { timeout: 120_000 },
  async () => {
    const [dataDir, kept] = [await temporaryFolder(), await temporaryFolder()];
    await prepareDatabase(dataDir, inject('embeddedTemplate'));
    const later = await openDatabase({ databaseUrl: undefined, dataDir });
    await publishedCatalogue(frozenContext(later.db), DEALS);
    await snapshotEmbedded(later.db, dataDir, kept);
    await retitle(later.db, 'd1', 'Later');
    const release = await publishedFrom(later.db);
    await later.close();

    await rm(join(dataDir, 'database'), { recursive: true });
    await rename(join(kept, 'database'), join(dataDir, 'database'));
    const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir });
    onTestFinished(close);
    // It goes another way from there, as far as it had come before.
    await retitle(db, 'd2', 'Instead');
    await expectNothingElse(db, release);
  },
);
