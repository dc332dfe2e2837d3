import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { becomesEarlier, EARLIER_ASSET } from '../support/earlier-bundle.ts';
import { ask, jsonOf } from '../support/http.ts';
import { newAddress, PASSWORD, Visitor } from '../support/http-visitor.ts';
import { feed } from '../support/pages.ts';
import { nginxProgram, startBalancer } from '../support/nginx.ts';
import { administer, databaseAt } from '../support/postgres.ts';
import { commandSite } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';
import { openSilentProxy, type SilentProxy } from '../support/silent-proxy.ts';
import { siteCommand } from '../support/site-command.ts';
import { emptyDataDir, freePort, outputOf, removeSite, startBriefSite, type RunningSite } from '../support/site.ts';
import { dealRecord, smallCatalogue, writeRecords } from '../support/small-catalogue.ts';
import { visit } from '../support/visitors.ts';

const LONG = 360_000;
const LATE = { timeout: 30_000 };
/** Statements that wait for a silent database are given up after a while: a shorter one here. */
const RECOVERED = { timeout: 120_000 };
const HURRIED = new URL('../support/hurried-silence.ts', import.meta.url).href;

const server = inject('postgres');
const missing = server ? (nginxProgram ? '' : 'there is no nginx here') : 'there is no PostgreSQL here';
if (missing && process.env['CI']) throw new Error(`several machines cannot be tested: ${missing}`);
if (missing) console.log(`Several machines are not tested: ${missing}`);

// Two sites are never built at once.
await sharedSite();

describe.skipIf(missing)('two servers that share a PostgreSQL, with the documented nginx in front', () => {
  const name = `magpie_servers_${process.pid}`;
  const settings: Record<string, string>[] = [];
  const sites: RunningSite[] = [];
  let front: string;
  let endNginx: (() => Promise<string>) | undefined;
  /** Between the second server and the database. */
  let proxy: SilentProxy;
  let path: string;

  const everywhere = () => [front, ...sites.map(({ url }) => url)];
  const edit = (machine: 0 | 1, changes: object) => commandSite(sites[machine]!, 'edit', { deal: 'tests:lamp-0', changes, dryRun: false });
  /** What the servers and nginx show of the first lamp, or of any address. */
  const shown = async (text: string, address = path) => {
    const answers = await Promise.all(everywhere().map((url) => ask(url, address)));
    return answers.map((answer) => answer.text.includes(text));
  };

  beforeAll(async () => {
    await administer(server!, `create database ${name}`);
    proxy = await openSilentProxy(databaseAt(server!, name));
    for (const database of [databaseAt(server!, name), proxy.url])
      settings.push({
        DATA_DIR: await emptyDataDir(),
        PORT: String(await freePort()),
        SITE_URL: 'http://deals.example',
        TRUST_PROXY: '1',
        DATABASE_URL: database,
      });
    const [one] = settings;
    expect(await siteCommand(one!, 'import', await writeRecords(one!['DATA_DIR']!, 'small.jsonl', smallCatalogue()))).toMatchObject({
      code: 0,
    });
    sites.push(await startBriefSite(one!), await startBriefSite(settings[1]!, ['--import', HURRIED]));
    for (const site of sites) await site.ready();
    const port = await freePort();
    front = `http://127.0.0.1:${port}`;
    endNginx = await startBalancer(port, [Number(settings[0]!['PORT']), Number(settings[1]!['PORT'])]);
    path = (await feed(front, '/all')).items.find(({ dealTitle }) => dealTitle === 'Desk lamp')!.path;
  }, LONG);

  afterAll(async () => {
    await endNginx?.();
    for (const site of sites) await site.stop();
    await proxy.close();
    for (const { DATA_DIR } of settings) await removeSite(DATA_DIR!);
    await administer(server!, `drop database ${name} with (force)`);
  }, LONG);

  test('an edit on either is seen on both and through nginx', async () => {
    await edit(0, { price: '7.77' });
    await expect.poll(() => shown('$7.77'), LATE).toEqual([true, true, true]);
    await edit(1, { title: 'Table lamp' });
    await expect.poll(() => shown('Table lamp', '/all'), LATE).toEqual([true, true, true]);
    path = (await feed(front, '/all')).items.find(({ dealTitle }) => dealTitle === 'Table lamp')!.path;
    await expect.poll(() => shown('$7.77'), LATE).toEqual([true, true, true]);
  });

  test('what is imported on one is published by both, the same', async () => {
    const file = await writeRecords(settings[1]!['DATA_DIR']!, 'more.jsonl', [
      dealRecord({ sourceId: 'night', title: 'Night lamp', price: '5.00' }),
    ]);
    expect(await siteCommand(settings[1]!, 'import', file)).toMatchObject({ code: 0 });
    await expect.poll(() => shown('Night lamp', '/category/lamps'), LATE).toEqual([true, true, true]);
    const tags = async () => Promise.all(everywhere().map(async (url) => (await ask(url, '/category/lamps')).headers.etag));
    await expect.poll(async () => new Set(await tags()).size, LATE).toBe(1);
    expect(await tags()).not.toContain(undefined);
  });

  test('what a member writes on one shows at once on both and through nginx, for them', async () => {
    const browser = new Visitor(sites[0]!.url);
    const OURS = { Origin: 'http://deals.example' };
    const account = { email: newAddress(), password: PASSWORD, securitytoken: 'guest' };
    expect((await browser.send('/forums/register.php?do=addmember', account, OURS)).status).toBe(200);
    await administer(databaseAt(server!, name), 'update accounts set email_verified_at = now()');
    const threadid = /^\/f\/(\d+)/.exec(path)![1]!;
    const fields = { do: 'postreply', threadid, message: 'It dims well', securitytoken: await browser.token() };
    expect(jsonOf(await browser.send('/forums/newreply.php', fields, OURS))).toHaveProperty('reply');
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answers = await Promise.all(everywhere().map((url) => ask(url, path, { headers: { Cookie: cookie } })));
    expect(answers.map(({ text }) => text.includes('It dims well'))).toEqual([true, true, true]);
    await expect.poll(() => shown('It dims well'), LATE).toEqual([true, true, true]);
  });

  test('pages come through nginx as the servers send them, under the public address', async () => {
    const [through, direct] = await Promise.all(
      [front, sites[0]!.url].map((url) => ask(url, path, { headers: { 'Accept-Encoding': 'br' } })),
    );
    expect(through!.body.equals(direct!.body)).toBe(true);
    for (const header of ['content-encoding', 'etag', 'cache-control', 'vary', 'content-security-policy'])
      expect(through!.headers[header], header).toEqual(direct!.headers[header]);
    expect((await ask(front, path)).text).toContain(`<link rel="canonical" href="http://deals.example${path}"`);
    expect((await ask(front, path, { headers: { 'If-None-Match': through!.headers.etag! } })).status).toBe(304);
  });

  test('the log names the visitor, whatever the visitor says', async () => {
    const { port } = new URL(front);
    const call = request({
      port,
      localAddress: '127.0.0.9',
      path: '/about?visitor',
      headers: { 'X-Forwarded-For': '1.2.3.4' },
      agent: false,
    });
    call.end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.resume();
    await expect.poll(() => sites.flatMap(outputOf).filter((line) => line.includes('"ip":"127.0.0.9"')).length, LATE).toBe(1);
    expect(sites.flatMap(outputOf).filter((line) => line.includes('1.2.3.4'))).toEqual([]);
  });

  test('when one is stopped nginx goes on with the other, and no visitor notices', { timeout: LONG }, async () => {
    const end = visit(front, ['/', '/all', path, '/search?q=lamp']);
    expect(await sites[0]!.stop()).toBe(0);
    await edit(1, { price: '9.99' });
    expect((await ask(front, path)).text).toContain('$9.99');
    const { asked, faults } = await end();
    expect([faults, asked > 50]).toEqual([[], true]);
  });

  test(
    'one that was stopped comes back, updated perhaps: it knows what it missed, and its assets are found',
    { timeout: LONG },
    async () => {
      const removeEarlier = await becomesEarlier(settings[0]!['DATA_DIR']!);
      onTestFinished(removeEarlier);
      sites[0] = await startBriefSite(settings[0]!);
      await sites[0].ready();
      expect((await ask(sites[0].url, path)).text).toContain('$9.99');
      expect((await ask(sites[1]!.url, EARLIER_ASSET)).status).toBe(404);
      // nginx asks one after the other first, and looks for itself whether the one is back.
      let asked = 0;
      const found = async () =>
        (await Promise.all(Array.from({ length: 6 }, () => ask(front, `${EARLIER_ASSET}?${++asked}`)))).map(({ status }) => status);
      await expect.poll(found, LATE).toEqual(Array.from({ length: 6 }, () => 200));
    },
  );

  test(
    'one whose database falls silent says within two seconds that it is not ready, still shows its pages, and recovers',
    { timeout: LONG },
    async () => {
      const readiness = async () => {
        const began = performance.now();
        const { status } = await ask(sites[1]!.url, '/readyz');
        return { status, isInTime: performance.now() - began < 3_000 };
      };
      expect(await readiness()).toEqual({ status: 200, isInTime: true });
      proxy.silence();
      expect(await readiness()).toEqual({ status: 503, isInTime: true });
      expect((await ask(sites[1]!.url, path)).text).toContain('$9.99');
      proxy.forward();
      await expect.poll(async () => (await readiness()).status, RECOVERED).toBe(200);
    },
  );

  test('when one is killed nginx goes on with the other', { timeout: LONG }, async () => {
    sites[1]!.process.kill('SIGKILL');
    await once(sites[1]!.process, 'exit');
    for (let time = 0; time < 4; time++) expect((await ask(front, path)).text).toContain('$9.99');
  });

  test('one that is stopped while the database keeps its jobs waiting logs no error', { timeout: LONG }, async () => {
    const database = databaseAt(server!, name);
    const job = new pg.Client({ connectionString: database });
    await job.connect();
    onTestFinished(() => job.end());
    await job.query('begin');
    await job.query('lock table alert_due, outbox');
    const waiting = async () => {
      const { rows } = await job.query<{ many: number }>(
        `select count(*)::int as many from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows[0]!.many;
    };
    await expect.poll(waiting, LATE).toBeGreaterThan(1);
    const said = outputOf(sites[0]!).length;
    expect(await sites[0]!.stop()).toBe(0);
    expect(
      outputOf(sites[0]!)
        .slice(said)
        .filter((line) => line.includes('"level":50')),
    ).toEqual([]);
  });
});
