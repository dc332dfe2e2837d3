import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ensureBundle } from '../../../src/features/publishing/make-bundle.server.ts';
import { SITE } from '../../../src/features/publishing/page-files.ts';
import { startPageMakers } from '../../../src/features/publishing/page-makers.ts';
import { publishInto, type ReleaseTarget } from '../../../src/features/publishing/publish-release.server.ts';
import { readConfig } from '../../../src/server/config.ts';
import { makeContext, type Context } from '../../../src/server/context.ts';
import { openDatabase } from '../../../src/server/db/connect.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { newDataDir, removeSite } from '../../support/site.ts';

const BUILD = 180_000;
const DEALS = 40;

describe('threads that make pages', () => {
  async function smallSite(deals = DEALS) {
    const dataDir = await newDataDir();
    onTestFinished(() => removeSite(dataDir));
    const config = readConfig({ SITE_URL: 'http://localhost:4321', DATA_DIR: dataDir });
    const database = await openDatabase(config);
    onTestFinished(() => database.close());
    const context = makeContext({ config, db: database.db });
    if (deals > 0) await publishedCatalogue(context, deals);
    const release = await mkdtemp(join(tmpdir(), 'magpie-release-'));
    onTestFinished(() => rm(release, { recursive: true, force: true }));
    return { config, database, context, release };
  }

  const publishAll = (context: Context, target: ReleaseTarget) =>
    publishInto(
      context,
      target,
      async (publisher) => {
        await publisher.open();
      },
      () => undefined,
    );

  test('make every page between them, and say which target could not be made and why', { timeout: BUILD }, async () => {
    const { config, database, context, release } = await smallSite();
    const bundle = await ensureBundle(() => undefined);
    const makers = startPageMakers({ config, release, bundle }, database, 2);
    onTestFinished(() => makers.stop());
    const { slug } = await database.db.selectFrom('categories').select('slug').limit(1).executeTakeFirstOrThrow();
    // A page cannot take the place of a folder.
    await mkdir(join(release, SITE, 'popular/index.html'), { recursive: true });
    const { changed, failed } = await publishAll(context, { release, bundle, makePages: makers.makePages });
    expect(new Set(changed.filter((address) => /^\/f\/[^/]+$/.test(address))).size).toBe(DEALS);
    expect(changed).toEqual(expect.arrayContaining(['/', '/all', `/category/${slug}`]));
    expect(failed.map(({ target }) => target)).toEqual(['feed:/popular']);
    expect(failed[0]?.message).toContain('EISDIR');
  });

  test('are not started for a few pages', { timeout: BUILD }, async () => {
    const { config, database, context, release } = await smallSite(0);
    const makers = startPageMakers({ config, release, bundle: 'not-there' }, database, 2);
    onTestFinished(() => makers.stop());
    const bundle = await ensureBundle(() => undefined);
    const { changed, failed } = await publishAll(context, { release, bundle, makePages: makers.makePages });
    expect(failed).toEqual([]);
    expect(changed).toEqual(expect.arrayContaining(['/', '/all', '/feed.xml']));
  });

  test('fail what is asked of them with the reason why they ended', { timeout: BUILD }, async () => {
    const { config, database, context, release } = await smallSite();
    const makers = startPageMakers({ config, release, bundle: 'not-there' }, database, 1);
    onTestFinished(() => makers.stop());
    const bundle = await ensureBundle(() => undefined);
    const publishing = publishAll(context, { release, bundle, makePages: makers.makePages });
    await expect(publishing).rejects.toThrow('the bundle not-there');
  });
});
