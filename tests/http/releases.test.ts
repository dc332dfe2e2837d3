import { globSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomesEarlier, EARLIER_ASSET, shownBundle } from '../support/earlier-bundle.ts';
import { ask } from '../support/http.ts';
import { feed } from '../support/pages.ts';
import { faultsOf, listedAddresses } from '../support/published-addresses.ts';
import { commandSite } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';
import { startBuild } from '../support/site-command.ts';
import { removeSite, startBriefSite, type RunningSite } from '../support/site.ts';
import { smallSite } from '../support/built-site.ts';
import { visit } from '../support/visitors.ts';

const LONG = 360_000;
const LATE = { timeout: 30_000 };

// Two sites are never built at once.
await sharedSite();

let settings: Record<string, string>;
let site: RunningSite;
let path: string;
let earlier: string;
let removeEarlier: () => Promise<void>;

const release = () => readlink(join(settings['DATA_DIR']!, 'public/release'));
const reprice = (price: string) => commandSite(site, 'edit', { deal: 'tests:lamp-0', changes: { price }, dryRun: false });
const publishAll = () => commandSite(site, 'publish', { all: true });
const rollBack = () => commandSite(site, 'rollback', {});
const shows = async (text: string) => {
  const pages = await Promise.all([path, '/all', `${path}/_payload.json`].map((address) => ask(site.url, address)));
  return pages.map(({ text: body, headers }) => body.includes(text) && headers.etag !== undefined);
};
const everywhere = [true, true, true];

beforeAll(async () => {
  settings = await smallSite();
  removeEarlier = await becomesEarlier(settings['DATA_DIR']!);
  earlier = await shownBundle(settings['DATA_DIR']!);
  site = await startBriefSite(settings);
  await site.ready();
  path = (await feed(site.url, '/all')).items.find(({ dealTitle }) => dealTitle === 'Desk lamp')!.path;
}, LONG);

afterAll(async () => {
  await site.stop();
  await removeSite(settings['DATA_DIR']!);
  await removeEarlier();
}, LONG);

test(
  'an edit while a build runs is live on the old release at once, and on the new one from its first moment',
  { timeout: LONG },
  async () => {
    const before = await release();
    const build = startBuild(settings);
    // Held once it has its copy of the catalogue, it knows nothing of the edit.
    await expect
      .poll(() => globSync(join(settings['DATA_DIR']!, 'snapshot-*/position.json')).length, { interval: 10, timeout: 60_000 })
      .toBe(1);
    build.process.kill('SIGSTOP');
    await reprice('7.77');
    expect([await release(), await shows('$7.77')]).toEqual([before, everywhere]);

    const end = visit(site.url, [path, '/all'], (body) => body.includes('$7.77'));
    build.process.kill('SIGCONT');
    const done = await build.done;
    expect(done.code, done.output).toBe(0);
    expect((await end()).faults).toEqual([]);
    expect(await release()).not.toBe(before);
    await expect.poll(() => shows('$7.77'), LATE).toEqual(everywhere);
    await reprice('8.88');
    expect(await shows('$8.88')).toEqual(everywhere);
  },
);

test('assets of the release before are served on for the pages that still name them', async () => {
  expect(await shownBundle(settings['DATA_DIR']!)).not.toBe(earlier);
  const asset = await ask(site.url, EARLIER_ASSET);
  expect([asset.status, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
});

test('rollback shows the release before, with everything that was edited since', { timeout: LONG }, async () => {
  const newer = await release();
  await reprice('9.99');
  await rollBack();
  expect(await release()).not.toBe(newer);
  expect((await ask(site.url, path)).text).toContain('$9.99');
  await expect.poll(() => shows('$9.99'), LATE).toEqual(everywhere);
  await reprice('10.10');
  expect(await shows('$10.10')).toEqual(everywhere);
});

test('no request fails while releases are switched back and forth and all is published twice at once', { timeout: LONG }, async () => {
  const styles = /href="(\/_astro\/[^"]+\.css)"/.exec((await ask(site.url, '/')).text)![1]!;
  const end = visit(site.url, ['/', '/all', path, `${path}/_payload.json`, '/all/feed.xml', '/search?q=lamp', styles, EARLIER_ASSET]);
  const [built] = await Promise.all([startBuild(settings).done, publishAll(), publishAll()]);
  expect(built.code, built.output).toBe(0);
  await rollBack();
  const { asked, faults } = await end();
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(100);
  expect(await faultsOf(site.url, await listedAddresses(site.url))).toEqual([]);
});
