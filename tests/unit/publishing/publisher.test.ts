import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SITE } from '../../../src/features/publishing/page-files.ts';
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
