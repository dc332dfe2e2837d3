import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CHANGES } from '../../support/catalogue-changes.ts';
import { onDatabase, type Open } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { differing, frozenContext, usePublishing } from '../../support/publishing.ts';
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
async function published(open: Open) {
  const { db } = await open();
  const context = frozenContext(db);
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

  test('is not undone by a compression that was under way', async () => {
    const { db, release } = await published(open);
    for (let price = 1; price <= runs(4, 12); price++) {
      await sql`update deals set price_cents = ${price} where source_id = 'd40'`.execute(db);
      await Promise.all([release.settle(), release.publisher.recompress(), release.publisher.recompress()]);
      const noted = [...release.log.targets.values()].flat();
      expect(noted.filter(([address, { digest }]) => release.shown.get(address)?.digest !== digest)).toEqual([]);
    }
  });

  test('lies on the disk in brotli, as large as it is said to be', async () => {
    const { release } = await published(open);
    const file = release.shown.get('/')!;
    const body = brotliDecompressSync(readFileSync(join(release.folder, `${file.file}.br`)));
    expect(file.sizes).toEqual({
      identity: body.length,
      br: readFileSync(join(release.folder, `${file.file}.br`)).length,
    });
  });
});
