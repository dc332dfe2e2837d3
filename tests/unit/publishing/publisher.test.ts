import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { updateReputations } from '../../../src/features/members/reputation.server.ts';
import { SITE } from '../../../src/features/publishing/page-files.ts';
import type { Config } from '../../../src/server/config.ts';
import { CHANGES } from '../../support/catalogue-changes.ts';
import { onDatabase, type Open } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { answerOf, differing, frozenContext, usePublishing } from '../../support/publishing.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

const publishing = usePublishing();

const change = fc.record({
  what: fc.constantFrom(...Object.keys(CHANGES)),
  pick: fc.integer({ min: 0, max: 200 }),
  value: fc.integer({ min: 1, max: 60 }),
  /** Whether it is published before the next change. */
  published: fc.boolean(),
});

/** A catalogue in a database of its own, and a release that shows all of it. */
async function published(open: Open, settings: Partial<Config> = {}) {
  const { db } = await open();
  const frozen = frozenContext(db);
  const context = { ...frozen, config: { ...frozen.config, ...settings } };
  // One list is longer than a page.
  await publishedCatalogue(context, 45);
  const release = await publishing.open(context);
  await release.settle();
  return { db, context, release };
}

onDatabase('published pages', (open) => {
  test('is after any changes the very same as when everything is made anew', { timeout: 300_000 }, async () => {
    const { db, context, release } = await published(open);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 20 }), async (changes) => {
        for (const { what, pick, value, published } of changes) {
          await CHANGES[what]!(db, pick, value);
          if (published) await release.settle();
        }
        await release.settle();
        const anew = await publishing.open(context);
        await anew.settle();
        expect({ differing: differing(release, anew), failures: release.failures }).toEqual({ differing: [], failures: [] });
      }),
      { numRuns: runs(2, 6), endOnFailure: true },
    );
  });

  test('shows the reputation of now beside a comment, and no other page is made for it', async () => {
    const { db, context, release } = await published(open);
    release.takeChanged();
    // Of the votes on the deals that came with the catalogue.
    await updateReputations(context);
    await release.settle();
    const { rows } = await sql<{ path: string }>`
      select distinct '/f/' || thread_id || '-deal-number-' || substr(d.source_id, 2) as path from comments join deals as d using (thread_id)`.execute(
      db,
    );
    const changed = release.takeChanged().toSorted();
    expect(changed).toEqual(rows.flatMap(({ path }) => [path, `${path}/_payload.json`]).toSorted());
    expect(answerOf(release, changed[0]!)!.toString()).toContain('title="Reputation"');
    const anew = await publishing.open(context);
    await anew.settle();
    expect(differing(release, anew)).toEqual([]);
  });

  test('is not made for a reputation where it was made on demand until then', async () => {
    const { context, release } = await published(open, { prerenderLimit: 0 });
    release.takeChanged();
    await updateReputations(context);
    await release.settle();
    expect(release.takeChanged()).toEqual([]);
  });

  test('of a deal has the history of its prices as it is today, and on another day no other page is made anew', async () => {
    const { db } = await open();
    let now = new Date('2026-06-01T12:00:00Z');
    const context = { ...frozenContext(db), clock: () => now };
    await publishedCatalogue(context, 45);
    const [lamp, ended] = await db
      .selectFrom('deals')
      .select(['thread_id', 'price_cents'])
      .where('status', '=', 'live')
      .orderBy('thread_id')
      .limit(2)
      .execute();
    const seen = [lamp!, ended!].flatMap(({ thread_id, price_cents }) =>
      [-500, -340, -335].map((days) => ({
        thread_id,
        observed_on: new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10),
        cents: (price_cents ?? 0) - days,
      })),
    );
    await db.deleteFrom('price_observations').execute();
    await db.insertInto('price_observations').values(seen).execute();
    await db.updateTable('deals').set({ status: 'expired' }).where('thread_id', '=', ended!.thread_id).execute();
    const release = await publishing.open(context);
    await release.settle();
    expect(release.log.day).toBe('2026-06-01');
    const onDay = async (day: string) => {
      release.takeChanged();
      now = new Date(`${day}T12:00:00Z`);
      await release.settle();
      const anew = await publishing.open(context);
      await anew.settle();
      expect(differing(release, anew)).toEqual([]);
      const changed = release.takeChanged().map((address) => Number(/^\/f\/(\d+)-[^/]+$/.exec(address)?.[1]));
      return changed.toSorted((a, b) => a - b);
    };
    const both = [lamp!.thread_id, ended!.thread_id];
    expect(await onDay('2026-06-02')).toEqual(both);
    expect(await onDay('2026-06-02')).toEqual([]);
    // The history of an expired deal ends with its last check, and stays as it is once that has left all windows.
    expect(await onDay('2026-07-05')).toEqual(both);
    expect(await onDay('2026-07-06')).toEqual([lamp!.thread_id]);

    // A start in between goes on with it, and until then shows what is published.
    const name = `deal:${lamp!.thread_id}`;
    release.log.add({ day: '2026-07-07', aged: [name] });
    const again = await publishing.open(context, release.folder);
    expect([...again.log.aged]).toEqual([name]);
    expect([...again.shown.keys()].toSorted()).toEqual([...release.shown.keys()].toSorted());
    await again.settle();
    expect([...again.log.due]).toEqual([]);
  });

  test('lies at its address, with the compressed forms beside it', async () => {
    const { release } = await published(open);
    const file = release.shown.get('/')!;
    expect(file.file).toBe('index.html');
    const read = (ending: string) => readFileSync(join(release.folder, SITE, `index.html${ending}`));
    const body = read('');
    expect(body.toString()).toMatch(/^<!doctype html>/i);
    expect(brotliDecompressSync(read('.br')).equals(body)).toBe(true);
    expect(gunzipSync(read('.gz')).equals(body)).toBe(true);
    expect(file.sizes).toEqual({ identity: body.length, br: read('.br').length, gzip: read('.gz').length });
  });
});
