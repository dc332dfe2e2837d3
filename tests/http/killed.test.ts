import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feed } from '../support/pages.ts';
import { faultsOf, listedAddresses, unpublished } from '../support/published-addresses.ts';
import { commandSite } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';
import { siteCommand } from '../support/site-command.ts';
import { removeSite, startBriefSite, type RunningSite } from '../support/site.ts';
import { dealRecord, writeRecords } from '../support/small-catalogue.ts';
import { smallSite } from '../support/built-site.ts';

const LONG = 360_000;
/** More than the journal notes one by one. */
const DEALS = 520;

const SOON = { interval: 10, timeout: 60_000 };

// Two sites are never built at once.
await sharedSite();

let settings: Record<string, string>;
let site: RunningSite;

beforeAll(async () => {
  settings = await smallSite();
  site = await startBriefSite(settings);
  settings = { ...settings, PORT: new URL(site.url).port };
  await site.ready();
}, LONG);

afterAll(async () => {
  await site.stop();
  await removeSite(settings['DATA_DIR']!);
}, LONG);

const importMany = async () => {
  const many = Array.from({ length: DEALS }, (_, index) =>
    dealRecord({ sourceId: `many-${index}`, title: `Lamp number ${index}`, postedAt: '2026-02-01T00:00:00Z' }),
  );
  return siteCommand(settings, 'import', await writeRecords(settings['DATA_DIR']!, 'many.jsonl', many));
};

/** Takes every address but of the deals, which are much the same, one of so many. */
const eachOrOneDealOf = (many: number) => (address: string, index: number) => !address.startsWith('/f/') || index % many === 0;

/** What the release's log of pages has said since it had so many bytes. */
const loggedSince = (length: number) => readFileSync(join(settings['DATA_DIR']!, 'public/release/pages.jsonl')).subarray(length);

async function kill(): Promise<void> {
  const exited = once(site.process, 'exit');
  site.process.kill('SIGKILL');
  await exited;
}

test('two commands that publish all at once without a site do it one after the other, or say who does', { timeout: LONG }, async () => {
  await site.stop();
  const outcomes = await Promise.all([siteCommand(settings, 'publish', '--all'), siteCommand(settings, 'publish', '--all')]);
  expect(outcomes.map(({ code }) => code)).toContain(0);
  for (const { code, output } of outcomes) if (code !== 0) expect(output).toContain('already running on this data folder');
  site = await startBriefSite(settings);
  await site.ready();
  const addresses = await listedAddresses(site.url);
  expect([await unpublished(site.url, addresses), await faultsOf(site.url, addresses)]).toEqual([[], []]);
});

test('a site that is killed amid publishing a large import, and again, shows all of it and no page half', { timeout: LONG }, async () => {
  const before = loggedSince(0).length;
  const imported = importMany();
  // Killed at its first pages, and amid all the others when it has begun to catch up.
  await expect.poll(() => loggedSince(before).includes('"everything"'), SOON).toBe(true);
  await kill();
  await imported;
  const noted = loggedSince(0).length;
  for (const isToBeKilled of [true, false]) {
    site = await startBriefSite(settings);
    await site.ready();
    const addresses = await listedAddresses(site.url);
    expect(addresses.length).toBeGreaterThan(DEALS);
    expect((await feed(site.url, '/all')).items[0]!.dealTitle).toMatch(/^Lamp number/);
    expect(await faultsOf(site.url, addresses.filter(eachOrOneDealOf(32)))).toEqual([]);
    if (!isToBeKilled) break;
    await expect.poll(() => loggedSince(noted).length, SOON).toBeGreaterThan(20_000);
    await kill();
  }

  await commandSite(site, 'publish', { all: false });
  const addresses = await listedAddresses(site.url);
  expect(await unpublished(site.url, addresses)).toEqual([]);
  expect(await faultsOf(site.url, addresses.filter(eachOrOneDealOf(4)))).toEqual([]);
});
