import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FreshPages } from '../../../src/features/publishing/fresh-pages.ts';
import { Freshness } from '../../../src/features/publishing/freshness.ts';
import { HOUR_MS } from '../../../src/lib/durations.ts';
import { openCopy } from '../../support/databases.ts';
import { frozenContext, usePublishing } from '../../support/publishing.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

const WROTE = 1_790_000_000_000;
const COOKIES = `session=abc; fresh=${WROTE}; style-id=14`;
const IP = '10.1.2.3';

describe('who has just written something', () => {
  test('gets pages made on demand, until the published ones have it', () => {
    const fresh = new FreshPages();
    expect(fresh.takeFresh('/f/1-a-lamp', COOKIES, IP)).toBe(true);
    fresh.publishedUntil(WROTE - 1);
    expect(fresh.takeFresh('/f/1-a-lamp', COOKIES, IP)).toBe(true);
    fresh.publishedUntil(WROTE);
    expect(fresh.takeFresh('/f/1-a-lamp', COOKIES, IP)).toBe(false);
    // A publisher that was started anew has yet to find out how far it is.
    fresh.publishedUntil(0);
    expect(fresh.takeFresh('/f/1-a-lamp', COOKIES, IP)).toBe(false);
  });

  test('gets pages made on demand after the clock was put back, too', () => {
    const fresh = new FreshPages();
    const freshness = new Freshness();
    const takeFresh = () => {
      fresh.publishedUntil(freshness.publishedUntil);
      return fresh.takeFresh('/f/1-a-lamp', COOKIES, IP);
    };
    freshness.readUntil(WROTE + HOUR_MS, ['/popular']);
    freshness.published('/popular');
    freshness.readUntil(WROTE + HOUR_MS + 1, ['/all']);
    expect(takeFresh()).toBe(false);
    freshness.readUntil(WROTE + 1, ['/f/1-a-lamp']);
    expect(takeFresh()).toBe(true);
    freshness.published('/f/1-a-lamp');
    expect(takeFresh()).toBe(true);
    freshness.published('/all');
    expect(takeFresh()).toBe(false);
  });

  test.each([
    '/f/1-a-lamp',
    '/f/1-a-lamp/_payload.json',
    '/',
    '/_payload.json',
    '/popular',
    '/category/lamps/',
    '/store/corner-shop',
    '/pco/1',
    '/pco/1/_payload.json',
  ])('gets %s made on demand', (path) => expect(new FreshPages().takeFresh(path, COOKIES, IP)).toBe(true));

  test('gets a page made on demand that is to show what a form without script did, also when all is published', () => {
    const fresh = new FreshPages();
    fresh.publishedUntil(WROTE);
    const cookies = `${COOKIES}; flash=%7B%22message%22%3A%22Done%22%7D`;
    expect(fresh.takeFresh('/f/1-a-lamp', cookies, IP)).toBe(true);
    for (const other of ['/about', '/_astro/site.css']) expect(fresh.takeFresh(other, cookies, IP)).toBe(false);
    expect(fresh.takeFresh('/f/1-a-lamp', `${COOKIES}; noflash=1`, IP)).toBe(false);
  });

  test.each(['/about', '/_astro/site.css', '/feed.xml', '/sitemap-index.xml', '/favicon.ico'])(
    'gets %s as it is published: nothing of a member’s stands in it',
    (path) => expect(new FreshPages().takeFresh(path, COOKIES, IP)).toBe(false),
  );

  test.each([undefined, '', 'session=abc', 'refresh=1790000000000', 'fresh=', 'fresh=soon', 'fresh=17900000000001', 'fresh=-1'])(
    'has no such cookie: %s',
    (cookies) => expect(new FreshPages().takeFresh('/', cookies, IP)).toBe(false),
  );

  test('is one of a network that gets published pages when it asks for very many', () => {
    const fresh = new FreshPages();
    const asked = (ip: string) => Array.from({ length: 400 }, () => fresh.takeFresh('/', COOKIES, ip)).filter(Boolean).length;
    expect(asked('2001:db8::1')).toBe(300);
    expect(asked('2001:db8::2')).toBe(0);
    expect(asked('2001:db8:0:1::1')).toBe(300);
  });
});

describe('a publisher says until when all that was written is published', () => {
  const publishing = usePublishing();

  /** A release that shows a catalogue, and a target in it that can be made to fail. */
  async function published() {
    const { db, close } = await openCopy();
    onTestFinished(close);
    const context = frozenContext(db);
    await publishedCatalogue(context, 3);
    const broken = new Set<string>();
    const release = await publishing.open(context, undefined, (handler) => (request, response, next, locals) => {
      if ([...broken].some((path) => request.url?.startsWith(path))) throw new Error('out of paper');
      return handler(request, response, next, locals);
    });
    await release.settle();
    const now = async () =>
      (await sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db)).rows[0]!.at;
    return { db, release, broken, now };
  }

  test('which is not before what is gathered is shown', async () => {
    const { db, release, now } = await published();
    await sql`update comments set body = 'Gone already' where source_id = 'c0'`.execute(db);
    const written = await now();
    release.publisher.notify();
    await release.publisher.step();
    expect(release.publisher.publishedUntil).toBeLessThan(written);
    await release.settle();
    expect(release.publisher.publishedUntil).toBeGreaterThan(written);
  });

  test('which does not wait for reputations', async () => {
    const { db, release, broken, now } = await published();
    broken.add('/f/');
    await sql`update members set reputation = 7`.execute(db);
    const written = await now();
    await release.settle();
    expect(release.failures).not.toEqual([]);
    expect(release.publisher.publishedUntil).toBeGreaterThanOrEqual(Math.floor(written));
  });

  test('and not while a page that shows it cannot be made', async () => {
    const { db, release, broken, now } = await published();
    broken.add('/f/');
    await sql`update comments set body = 'Gone already' where source_id = 'c0'`.execute(db);
    const written = await now();
    await release.settle();
    expect(release.failures).not.toEqual([]);
    expect(release.publisher.publishedUntil).toBeLessThan(written);
    broken.clear();
    release.failures.splice(0);
    await release.settle();
    expect(release.publisher.publishedUntil).toBeGreaterThan(written);
  });
});
