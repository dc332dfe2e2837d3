import { readlink } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { IS_FULL } from '../support/full.ts';
import { ask, FORM, jsonOf } from '../support/http.ts';
import { openToOthers } from '../support/open-files.ts';
import { newAddress, PASSWORD, Visitor } from '../support/http-visitor.ts';
import { feed } from '../support/pages.ts';
import { administer, databaseAt } from '../support/postgres.ts';
import { commandSite } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';
import { siteCommand } from '../support/site-command.ts';
import { emptyDataDir, outputOf, removeSite, setupAddress, startBriefSite, type RunningSite } from '../support/site.ts';
import { dealRecord, smallCatalogue, writeRecords } from '../support/small-catalogue.ts';
import { SMALL_SITE_URL, smallSite } from '../support/built-site.ts';

const BUILD = 180_000;
const LATE = { timeout: 10_000 };

// Two sites are never built at once.
await sharedSite();

const server = inject('postgres');
/** What is particular to PostgreSQL is tested for several sites on one server (several-machines.test.ts). */
const databases = server && IS_FULL ? ['PGlite', 'PostgreSQL'] : ['PGlite'];

describe.each(databases)('a site of its own on %s', (database) => {
  const name = `magpie_site_${process.pid}`;
  let settings: Record<string, string>;
  let site: RunningSite;

  const inFolder = (file: string) => join(settings['DATA_DIR']!, file);
  const imports = async (file: string, ...records: Parameters<typeof writeRecords>[2]) =>
    siteCommand(settings, 'import', await writeRecords(settings['DATA_DIR']!, file, records));
  /** As `imports`, without a program that is started for it. */
  const hasImport = async (file: string, ...records: Parameters<typeof writeRecords>[2]) =>
    commandSite(site, 'import', { files: [await writeRecords(settings['DATA_DIR']!, file, records)], dryRun: false });
  const pathOf = async (title: string) => (await feed(site.url, '/all')).items.find((item) => item.dealTitle === title)?.path;

  beforeAll(async () => {
    if (database === 'PostgreSQL') {
      await administer(server!, `create database ${name}`);
      settings = { DATA_DIR: await emptyDataDir(), SITE_URL: SMALL_SITE_URL, DATABASE_URL: databaseAt(server!, name) };
      expect((await imports('small.jsonl', ...smallCatalogue())).output).toContain('deal:       3 added');
    } else settings = await smallSite();
    settings = { ...settings, DEBUG_PAGES: '1' };
    site = await startBriefSite(settings);
    await site.ready();
  }, BUILD);

  afterAll(async () => {
    await site.stop();
    await removeSite(settings['DATA_DIR']!);
    if (database === 'PostgreSQL') await administer(server!, `drop database ${name} with (force)`);
  }, BUILD);

  test('shows what was imported before it started, and no demo', async () => {
    const { items } = await feed(site.url, '/all');
    expect(items.map(({ dealTitle }) => dealTitle).toSorted()).toEqual(['Desk lamp', 'Floor lamp', 'Reading lamp']);
  });

  test('answers from what was built', async () => {
    const { headers } = await ask(site.url, (await pathOf('Desk lamp'))!, { headers: { 'Accept-Encoding': 'br' } });
    expect(headers['content-encoding']).toBe('br');
    expect(headers.etag).toMatch(/^"[\w-]+-br"$/);
  });

  test('shows a deal that is imported while it runs at once, everywhere', async () => {
    const before = await ask(site.url, '/all');
    const { code, output } = await imports(
      'new.jsonl',
      dealRecord({ sourceId: 'night-lamp', title: 'Night lamp', postedAt: '2026-02-01T00:00:00Z' }),
    );
    expect([code, output]).toEqual([0, expect.stringContaining('deal:       1 added') as string]);
    const path = (await pathOf('Night lamp'))!;
    expect((await ask(site.url, path)).status).toBe(200);
    for (const address of ['/', '/all', '/category/lamps', '/store/corner-shop', '/search?q=night', '/all/feed.xml'])
      expect((await ask(site.url, address)).text, address).toContain('Night lamp');
    expect((await ask(site.url, '/all', { headers: { 'If-None-Match': before.headers.etag! } })).status).toBe(200);
    // Sitemaps gather changes for some seconds, or until somebody asks for all that waits.
    await commandSite(site, 'publish', { all: false });
    expect((await ask(site.url, '/sitemap-deals-0.xml')).text).toContain(path);
  });

  test('keeps the payload of every page that the import changed', async () => {
    for (const path of ['', '/all', '/category/lamps', (await pathOf('Night lamp'))!]) {
      const payload = await ask(site.url, `${path}/_payload.json`);
      expect(payload.status, path).toBe(200);
      expect(jsonOf(payload), path).toEqual(jsonOf(await ask(site.url, `/web-api/page${path || '/'}`)));
    }
  });

  test('shows a changed price at once', async () => {
    const path = (await pathOf('Desk lamp'))!;
    expect((await ask(site.url, path)).text).toContain('$12.50');
    await hasImport('cheaper.jsonl', dealRecord({ sourceId: 'lamp-0', title: 'Desk lamp', price: '9.75' }));
    expect((await ask(site.url, path)).text).toContain('$9.75');
    expect((await ask(site.url, '/all')).text).toContain('$9.75');
  });

  test('still has its pages of text after the taxonomy changed', async () => {
    await hasImport('category.jsonl', { type: 'category', slug: 'candles', name: 'Candles', position: 2 });
    expect((await ask(site.url, '/category/candles')).status).toBe(200);
    for (const path of ['/about', '/help', '/terms', '/privacy', '/credits']) expect((await ask(site.url, path)).status, path).toBe(200);
  });

  test('has no file or folder that another user of the machine could read, whichever program made it', () => {
    // The tests' own files aside.
    expect(openToOthers(settings['DATA_DIR']!).filter((name) => !/^(\w+\.jsonl|output\.log) /.test(name))).toEqual([]);
  });

  test('tells what went wrong where it is set to, and has pages to try that with', async () => {
    const { status, text: debug } = await ask(site.url, '/debug/error-reporting');
    expect([status, debug]).toEqual([200, expect.stringContaining('An error in the server')]);
    expect((await ask(site.url, '/debug/client-side-navigation')).status).toBe(200);
    expect((await ask(site.url, '/debug/error-reporting', { method: 'POST' })).status).toBe(405);
    const failed = await ask(site.url, '/debug/error-reporting?throw=server');
    expect(failed.status).toBe(500);
    expect(failed.text).toMatch(
      /data-server-error.*A server error occurred.*Thrown by \/debug\/error-reporting.*<pre[^>]*>Error: Thrown by/s,
    );
    const gone = await ask(site.url, '/debug/nothing');
    expect([gone.status, gone.text]).toEqual([404, expect.stringMatching(/Status code.*404.*Page not found: \/debug\/nothing/s)]);
    expect((await ask(site.url, '/404.html')).text).not.toContain('Status code');
  });

  test('prints the address that makes the first administrator, which is not there without its key, nor afterwards', async () => {
    const { pathname, search, origin } = new URL(setupAddress(site));
    expect(origin).toBe(SMALL_SITE_URL);
    const owner = new Visitor(site.url);
    expect((await owner.get(pathname)).status).toBe(404);
    const page = await owner.get(`${pathname}${search}`);
    expect([page.status, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([200, 'no-store', 'no-referrer']);
    const key = new URLSearchParams(search).get('key')!;
    const fields = { key, email: newAddress(), password: PASSWORD, password_confirm: PASSWORD, securitytoken: 'guest' };
    const submit = (sent: Record<string, string>) =>
      owner.post(pathname, new URLSearchParams(sent).toString(), {
        ...{ 'Content-Type': FORM, Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate', Origin: SMALL_SITE_URL },
      });
    const wrong = await submit({ ...fields, password_confirm: 'another one' });
    expect([wrong.status, wrong.headers.location]).toEqual([303, `${pathname}${search}`]);
    const again = (await owner.get(`${pathname}${search}`)).text;
    expect(again).toContain('Must match the password');
    expect(again).toContain(`value="${fields.email}"`);
    const done = await submit(fields);
    expect([done.status, done.headers.location]).toEqual([303, '/desk/members']);
    expect((await owner.get('/desk/members')).text).toContain('You are the administrator now.');
    expect((await owner.get(`${pathname}${search}`)).status).toBe(404);
  });

  test('takes nothing from a file with a mistake in it', async () => {
    const { code, output } = await imports(
      'wrong.jsonl',
      dealRecord({ sourceId: 'a', title: 'Fine lamp' }),
      dealRecord({ sourceId: 'b', title: 'Odd lamp', price: 'much' }),
    );
    expect(code).toBe(1);
    expect(output).toContain('price');
    expect(await pathOf('Fine lamp')).toBeUndefined();
  });

  test('refuses a second server on the same folder, naming the first', async () => {
    const second = await startBriefSite({ ...settings, PORT: '0', SITE_URL: 'http://localhost:1' });
    await once(second.process, 'exit');
    expect(second.process.exitCode).toBe(1);
    expect(outputOf(site).at(-1)).toContain(`process ${site.process.pid}, ${SMALL_SITE_URL}`);
    expect((await ask(site.url, '/readyz')).status).toBe(200);
  });

  test('finishes the answer under way when it is told to stop, takes no more and exits with 0', async () => {
    const { hostname, port } = new URL(site.url);
    const body = 'postid=1&vote=1&votetypeid=1&ajax=1';
    const headers = { 'Content-Type': FORM, 'Content-Length': body.length };
    const call = request({ hostname, port, path: '/forums/sdthreadrate_ajax.php', method: 'POST', headers, agent: false });
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    call.write(body.slice(0, 10));
    const [socket] = (await once(call, 'socket')) as [Socket];
    if (socket.connecting) await once(socket, 'connect');
    // An answer to a later request shows that the first half has arrived.
    await ask(site.url, '/healthz');
    const stopped = site.stop();
    await expect
      .poll(
        () =>
          ask(site.url, '/healthz').then(
            () => 'answers',
            () => 'refuses',
          ),
        LATE,
      )
      .toBe('refuses');
    call.end(body.slice(10));
    const [answer] = await answered;
    expect(JSON.parse(await text(answer))).toEqual({ error: 'dologin' });
    expect(await stopped).toBe(0);
  });

  test(
    'takes commands as soon as it is ready, and stops when it is told so then',
    async () => {
      site = await startBriefSite({ ...settings, PORT: new URL(site.url).port });
      await expect
        .poll(
          () =>
            ask(site.url, '/readyz').then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: BUILD, interval: 0 },
        )
        .toBe(200);
      await commandSite(site, 'status', {});
      expect(await site.stop()).toBe(0);
    },
    BUILD,
  );

  test(
    'starts and ends deals by their dates, also those that came while it was down',
    async () => {
      const soon = new Date(Date.now() + 1_500).toISOString();
      await imports(
        'dated.jsonl',
        dealRecord({ sourceId: 'starts', title: 'Starting lamp', startsAt: soon }),
        dealRecord({ sourceId: 'ends', title: 'Ending lamp', expiresAt: soon }),
        dealRecord({ sourceId: 'later', title: 'Lamp of the future', startsAt: '2100-01-01T00:00:00Z' }),
      );
      await expect.poll(() => Date.now() > Date.parse(soon), LATE).toBe(true);
      const release = await readlink(inFolder('public/release'));
      const builds = () => outputOf(site).filter((line) => line === 'Building the site').length;
      const built = builds();
      // What was built before is shown again.
      site = await startBriefSite({ ...settings, PORT: new URL(site.url).port });
      await site.ready();
      expect([await readlink(inFolder('public/release')), builds()]).toEqual([release, built]);

      const { items } = await feed(site.url, '/all');
      const stateOf = (title: string) => items.find((item) => item.dealTitle === title)?.isExpired;
      expect([stateOf('Starting lamp'), stateOf('Ending lamp'), stateOf('Lamp of the future')]).toEqual([false, true, undefined]);
      expect((await ask(site.url, (await pathOf('Ending lamp'))!)).text).toContain('Expired');
    },
    BUILD,
  );
});
