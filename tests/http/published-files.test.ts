import { once } from 'node:events';
import { globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { copyPublishedFiles } from '../../src/features/publishing/static-copy.ts';
import { counted } from '../../src/lib/counted.ts';
import { commandHere } from '../support/command-here.ts';
import { ask } from '../support/http.ts';
import { newVerified, type Visitor } from '../support/http-visitor.ts';
import { nginxHasBrotli, nginxProgram, startFileServer } from '../support/nginx.ts';
import { feed } from '../support/pages.ts';
import { faultsOf, listedAddresses } from '../support/published-addresses.ts';
import { commandSite } from '../support/running-site.ts';
import { sharedSite } from '../support/shared-site.ts';
import { siteCommand, startBuild } from '../support/site-command.ts';
import { freePort, newDataDir, removeSite, startBriefSite, type RunningSite } from '../support/site.ts';
import { dealRecord, smallCatalogue, writeRecords } from '../support/small-catalogue.ts';
import { visit } from '../support/visitors.ts';

const LONG = 360_000;
const LATE = { timeout: 30_000 };

const missing = [...(nginxProgram ? [] : ['nginx']), ...(nginxHasBrotli ? [] : ['its module for brotli'])].join(' and ');
if (missing && process.env['CI']) throw new Error(`published files cannot be tested behind nginx: there is no ${missing} here`);
if (!nginxProgram) console.log('Published files are not tested behind nginx: it is not installed');

// Two sites are never built at once.
await sharedSite();

let settings: Record<string, string>;
let site: RunningSite;
let publishDir: string;
/** The site itself, and nginx in front of it. */
let direct: string;
let front: string;
let endNginx: (() => Promise<string>) | undefined;
let path: string;

/** Enough for a second page of feeds. */
const lamps = Array.from({ length: 45 }, (_, index) => dealRecord({ sourceId: `more-${index}`, title: `Lamp ${index}`, votesUp: 1 }));

/** Copies the published files, as `npm run site -- static` does. @returns what it said */
const copyTo = async (folder: string, ...options: string[]) => {
  const { code, stdout, stderr } = await commandHere(settings, 'static', folder, ...options);
  expect(code, stderr).toBe(0);
  return stdout;
};

const edit = (lamp: number, changes: object) => commandSite(site, 'edit', { deal: `tests:lamp-${lamp}`, changes, dryRun: false });

const filesIn = (folder: string) =>
  globSync('**', { cwd: folder, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [],
  );
const publishedFiles = () => filesIn(join(publishDir, 'site')).filter((file) => !/\.(?:br|gz)$/.test(file));

/** In the place of the site one that still starts: it answers 503. */
async function startingSite(): Promise<{ asked: string[]; stop(): Promise<void> }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(503, { 'Retry-After': '5' }).end(`starting: ${request.url}`);
  });
  await once(server.listen(Number(settings['PORT']), '127.0.0.1'), 'listening');
  return {
    asked,
    async stop() {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Where a browser finds a file: a page at its folder. */
const addressed = (file: string) => `/${file.replace(/(?:^|\/)index\.html$/, '')}`;

beforeAll(async () => {
  const [port, nginxPort] = [await freePort(), await freePort()];
  publishDir = join(await mkdtemp(join(tmpdir(), 'magpie-published-')), 'magpie');
  direct = `http://127.0.0.1:${port}`;
  front = nginxProgram ? `http://127.0.0.1:${nginxPort}` : direct;
  settings = { DATA_DIR: await newDataDir(), PUBLISH_DIR: publishDir, PORT: String(port), SITE_URL: front, TRUST_PROXY: '1' };
  const records = await writeRecords(settings['DATA_DIR']!, 'small.jsonl', [...smallCatalogue(), ...lamps]);
  const imported = await siteCommand(settings, 'import', records);
  expect(imported.code, imported.output).toBe(0);
  site = await startBriefSite(settings);
  await site.ready();
  path = (await feed(direct, '/all?sort=hot')).items.find(({ dealTitle }) => dealTitle === 'Desk lamp')!.path;
  await vi.waitUntil(() => publishedFiles().length > 0, LATE);
  if (nginxProgram) endNginx = await startFileServer(nginxPort, { port, publishDir });
}, LONG);

afterAll(async () => {
  const complaints = (await endNginx?.()) ?? '';
  await site.stop();
  await removeSite(settings['DATA_DIR']!);
  await rm(join(publishDir, '..'), { recursive: true, force: true });
  expect(complaints).not.toContain('[warn]');
}, LONG);

describe('the folder of published files', () => {
  test('has a file for every address of the sitemaps, its payload and its feed', async () => {
    const files = new Set(publishedFiles());
    const listed = (await listedAddresses(direct)).map((address) => address.slice(1));
    expect(listed.length).toBeGreaterThan(50);
    const pages = listed.filter((address) => !address.endsWith('.xml'));
    expect(pages.filter((page) => !files.has(join(page, 'index.html')))).toEqual([]);
    expect([...files]).toEqual(
      expect.arrayContaining([
        ...['index.html', '_payload.json', 'feed.xml', 'popular/index.html', 'popular/_payload.json', 'popular/feed.xml'],
        ...[`${path.slice(1)}/index.html`, `${path.slice(1)}/_payload.json`, 'all/_page/2.html', 'category/lamps/index.html'],
        ...[
          'robots.txt',
          'manifest.webmanifest',
          'opensearch.xml',
          'sw.js',
          'hidden-deals/index.html',
          'offline/index.html',
          'icons/icon-512.png',
          'sitemap-index.xml',
          'sitemap-feeds.xml',
          'sitemap-pages.xml',
          '404.html',
          '500.html',
          'profile/avatar/a-0.svg',
          'speculation-rules.json',
        ],
      ]),
    );
    expect([...files].filter((file) => file.startsWith('_astro/')).length).toBeGreaterThan(3);
  });

  test('holds what the site answers at each address, byte for byte', async () => {
    const files = publishedFiles();
    expect(files.length).toBeGreaterThan(500);
    const different: string[] = [];
    for (const file of files) {
      const { status, body } = await ask(direct, addressed(file));
      if (status !== 200 || !body.equals(readFileSync(join(publishDir, 'site', file)))) different.push(file);
    }
    expect(different).toEqual([]);
    expect((await ask(direct, '/all?page=2')).body.equals(readFileSync(join(publishDir, 'site/all/_page/2.html')))).toBe(true);
  });

  test('has the same in brotli and gzip beside it, where that is smaller', () => {
    const folder = join(publishDir, 'site');
    const compressed = filesIn(folder).filter((file) => /\.(?:br|gz)$/.test(file));
    expect(compressed.length).toBeGreaterThan(100);
    const wrong = compressed.filter((file) => {
      const [content, plain] = [readFileSync(join(folder, file)), readFileSync(join(folder, file.slice(0, -3)))];
      return content.length >= plain.length || !(file.endsWith('.br') ? brotliDecompressSync : gunzipSync)(content).equals(plain);
    });
    expect(wrong).toEqual([]);
  });

  test('can be read by everybody, and nothing else can', () => {
    const modes = (folder: string, names: string[]) =>
      new Set(names.map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8)));
    const entries = globSync('**', { cwd: join(publishDir, 'site/'), withFileTypes: true });
    const of = (kind: 'isFile' | 'isDirectory') =>
      entries.filter((entry) => entry[kind]()).map((entry) => join(entry.parentPath, entry.name));
    expect(modes('', of('isFile'))).toEqual(new Set(['644']));
    expect(modes('', of('isDirectory'))).toEqual(new Set(['755']));
    expect(modes(publishDir, ['.', 'releases', 'release/.', 'site/.'])).toEqual(new Set(['755']));
    expect(modes(publishDir, ['release/pages.jsonl', 'release/release.json'])).toEqual(new Set(['600']));
    expect(modes(settings['DATA_DIR']!, ['.', 'database'])).toEqual(new Set(['700']));
  });

  test('follows an edit at once: the file is replaced, later by its time, and an address that is gone has none', async () => {
    const file = (of: string) => join(publishDir, 'site', of, 'index.html');
    const before = statSync(file(path)).mtimeMs;
    await edit(0, { price: '7.77' });
    expect(readFileSync(file(path), 'utf8')).toContain('$7.77');
    const after = statSync(file(path)).mtimeMs;
    expect(after - before).toBeGreaterThanOrEqual(1_000);
    await edit(0, { price: '7.78' });
    expect(statSync(file(path)).mtimeMs - after).toBeGreaterThanOrEqual(1_000);

    const old = path;
    await edit(0, { title: 'Table lamp' });
    path = old.replace('desk', 'table');
    expect(readFileSync(file(path), 'utf8')).toContain('Table lamp');
    expect(publishedFiles().filter((name) => name.startsWith(old.slice(1)))).toEqual([]);
    expect((await ask(direct, old)).status).toBe(301);
  });

  test('that loses a file, or has another one, costs no visitor a wrong answer', async () => {
    const lost = '/category/lamps';
    const file = join(publishDir, `site${lost}/index.html`);
    const [content, compressed] = [await readFile(file), await readFile(`${file}.gz`)];
    onTestFinished(() => Promise.all([writeFile(file, content), writeFile(`${file}.gz`, compressed)]).then(() => undefined));
    await rm(file);
    await rm(`${file}.gz`);
    // What was asked for before may be in memory.
    const shown = async () => {
      const { status, headers, body } = await ask(direct, lost, { headers: { 'Accept-Encoding': 'gzip' } });
      return [status, headers['cache-control'], (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).equals(content)];
    };
    expect(await shown()).toEqual([200, 'private, no-store', true]);
    await writeFile(`${file}.gz`, 'something else');
    expect(await shown()).toEqual([200, 'private, no-store', true]);
  });

  test.each(['sw.js', 'manifest.webmanifest'])('that loses %s, has it made on demand', async (name) => {
    const file = join(publishDir, `site/${name}.gz`);
    const content = await readFile(file);
    onTestFinished(() => writeFile(file, content));
    await rm(file);
    const { status, headers, body } = await ask(direct, `/${name}`, { headers: { 'Accept-Encoding': 'gzip' } });
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    expect([status, text.equals(gunzipSync(content))]).toEqual([200, true]);
  });
});

describe('a copy for any server', () => {
  async function emptyFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'magpie-copy-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  test('has every published file; the next one has what changed, lists it for a purge, and leaves other files alone', async () => {
    const folder = await emptyFolder();
    const purge = join(await emptyFolder(), 'purge.txt');
    // Sitemaps wait some seconds for more changes.
    await commandSite(site, 'publish', { all: false });
    // Pages ask for their banner, and a copy answers that it has none.
    const noBanner = 'ajax/bSubNavPlacement.php';
    const files = [...filesIn(join(publishDir, 'site')), noBanner];
    expect(await copyTo(folder, '--purge', purge)).toContain(`Wrote ${counted(files.length, 'file')}, removed 0, left 0 unchanged.`);
    const copied = filesIn(folder).filter((file) => !file.startsWith('.'));
    expect(JSON.parse(await readFile(join(folder, noBanner), 'utf8'))).toEqual({ banner: null });
    const differs = (file: string) =>
      file !== noBanner && !readFileSync(join(folder, file)).equals(readFileSync(join(publishDir, 'site', file)));
    expect([copied.toSorted(), copied.filter(differs)]).toEqual([files.toSorted(), []]);

    await writeFile(join(folder, 'CNAME'), 'deals.example');
    await edit(1, { title: 'Ceiling lamp' });
    await commandSite(site, 'publish', { all: false });
    await copyTo(folder, '--purge', purge);
    const changed = (await readFile(purge, 'utf8')).trim().split('\n');
    expect(changed).toEqual(
      expect.arrayContaining([`${front}/`, `${front}/popular`, `${front}/popular/_payload.json`, `${front}/popular/feed.xml`]),
    );
    expect(changed.filter((address) => /\/f\/\d+-(?:floor|ceiling)-lamp$/.test(address)).length).toBe(2);
    expect(changed).not.toContain(`${front}/about`);
    expect(filesIn(folder).filter((file) => file.includes('floor-lamp'))).toEqual([]);
    expect(
      filesIn(folder)
        .filter((file) => !file.startsWith('.') && file !== 'CNAME')
        .filter(differs),
    ).toEqual([]);
    expect(await copyTo(folder)).toContain('Wrote 0 files, removed 0');
  });

  test('has the pictures that its pages name for where they are shared, when they are asked for', async () => {
    const folder = await emptyFolder();
    const read = (file: string) => readFileSync(join(folder, file));
    await copyTo(folder, '--share-pictures');
    const named = filesIn(folder)
      .filter((file) => file.endsWith('index.html'))
      .flatMap((file) => /<meta property="og:image" content="(?<address>[^"]+)"/.exec(read(file).toString())?.groups?.['address'] ?? []);
    const files = new Set(named.map((address) => address.replace(`${front}/`, '')));
    expect(files.size).toBeGreaterThan(20);
    expect([...files].filter((file) => read(file).readUInt32BE(0) !== 0x89504e47)).toEqual([]);
    const deal = `share/${/^\/f\/(\d+)/.exec(path)![1]!}.png`;
    expect((await ask(direct, `/${deal}`)).body.equals(read(deal))).toBe(true);
    expect(await copyTo(folder, '--share-pictures')).toContain('Wrote 0 files, removed 0');
    // A copy without them is a copy without them.
    expect(await copyTo(folder)).toContain(`removed ${files.size}`);
  });

  test('that was interrupted is gone on with', async () => {
    const folder = await emptyFolder();
    const interrupted = copyPublishedFiles(publishDir, folder, () => Promise.reject(new Error('killed')));
    await expect(interrupted).rejects.toThrow('killed');
    expect(filesIn(folder)).toContain('robots.txt');
    await copyTo(folder);
    expect(filesIn(folder)).toContain('index.html');
  });

  test('is not written where something else lies', async () => {
    const folder = await emptyFolder();
    await writeFile(join(folder, 'thesis.tex'), 'years of work');
    const refused = await commandHere(settings, 'static', folder);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('holds files that no copy wrote')]);
    expect(filesIn(folder)).toEqual(['thesis.tex']);
    const nested = await commandHere(settings, 'static', join(publishDir, 'site/copy'));
    expect([nested.code, nested.stderr]).toEqual([1, expect.stringContaining('lie in one another')]);
  });
});

describe.skipIf(!nginxProgram)('the documented nginx that answers with the files', () => {
  const HEADERS = [
    ...['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options', 'referrer-policy', 'permissions-policy'],
    ...['cross-origin-opener-policy', 'content-encoding', 'vary', 'speculation-rules', 'x-robots-tag', 'content-length'],
  ];

  /** What a file system finds and Magpie does not. */
  const otherwiseWritten = [
    ...['/index.html', '/popular/index.html', '/index.html.gz', '/index.html.br', '//popular', '/popular//', '/./popular'],
    ...['/popular/../all', '/%70opular', '/popular%2F', '/%69ndex.html'],
  ];

  /** One address of every kind. */
  const kinds = () => [
    ...[
      '/',
      '/popular',
      '/popular/',
      '/all?page=2',
      '/all?utm_source=letter',
      '/category/lamps',
      path,
      `${path}/_payload.json`,
      '/_payload.json',
    ],
    ...[
      '/feed.xml',
      '/all/feed.xml',
      '/sitemap-index.xml',
      '/sitemap-feeds.xml',
      '/sitemap-pages.xml',
      '/404.html',
      '/500.html',
      '/robots.txt',
      '/manifest.webmanifest',
      '/opensearch.xml',
      '/sw.js',
      '/hidden-deals',
      '/offline',
      '/icons/maskable-512.png',
      '/about',
      '/profile/avatar/a-0.svg',
    ],
    ...[
      '/speculation-rules.json',
      '/favicon.svg',
      ...['css', 'js', 'woff2'].map(
        (ending) => `/${publishedFiles().find((file) => file.startsWith('_astro/') && file.endsWith(`.${ending}`))}`,
      ),
    ],
  ];

  test.each(['br', 'gzip', 'identity'])('sends the same as the site, in %s', async (encoding) => {
    for (const address of kinds()) {
      const [through, own] = await Promise.all(
        [front, direct].map((url) => ask(url, address, { headers: { 'Accept-Encoding': encoding } })),
      );
      expect([through!.status, through!.body.equals(own!.body)], address).toEqual([200, true]);
      const shared = ({ headers }: typeof own & object) => Object.fromEntries(HEADERS.map((name) => [name, headers[name]]));
      expect(shared(through!), address).toEqual(shared(own!));
      expect(through!.headers['last-modified'], `${address} came from Magpie`).toBeDefined();
    }
  });

  test('answers with every published file', async () => {
    const asked: string[] = [];
    for (const file of publishedFiles()) {
      const { status, headers } = await ask(front, addressed(file), { method: 'HEAD' });
      if (status !== 200 || !headers['last-modified']) asked.push(file);
    }
    expect(asked).toEqual([]);
  });

  test('tags what it sends, knows the tag again, and gives what changed another one', async () => {
    const tag = async () => (await ask(front, path)).headers.etag!;
    const before = await tag();
    expect((await ask(front, path, { headers: { 'If-None-Match': before } })).status).toBe(304);
    await edit(0, { price: '8.88' });
    const after = await ask(front, path, { headers: { 'If-None-Match': before } });
    expect([after.status, after.text.includes('$8.88')]).toEqual([200, true]);
  });

  test('leaves everything else to the site', async () => {
    const answers = async (address: string, asked: Parameters<typeof ask>[2] = {}) => {
      const [through, own] = await Promise.all([front, direct].map((url) => ask(url, address, asked)));
      expect(through!.headers['last-modified'], address).toBeUndefined();
      expect([through!.status, through!.headers['content-security-policy']], address).toEqual([
        own!.status,
        own!.headers['content-security-policy'],
      ]);
      return through!;
    };
    expect((await answers('/search?q=lamp')).text).toContain('Reading lamp');
    expect((await answers('/popular?sort=price')).status).toBe(200);
    expect((await answers('/popular?%70age=2')).status).toBe(200);
    expect((await answers('/popular?page=0')).status).toBe(404);
    expect((await answers('/web-api/session/')).text).toContain('"user":null');
    expect((await answers('/no/such/page')).status).toBe(404);
    expect((await answers('/no/such/file.xml')).status).toBe(404);
    expect((await answers(path, { method: 'POST' })).status).toBe(405);
    expect((await answers('/feed.xml', { method: 'DELETE' })).status).toBe(405);
    expect((await answers('/500.html', { method: 'POST' })).headers.allow).toBe('GET, HEAD');
    for (const address of otherwiseWritten) expect((await answers(address)).status, address).toBe(404);
  });

  test('asks the site for a page of who has just written something', async () => {
    const { browser } = await newVerified({ url: front, dataDir: settings['DATA_DIR']! });
    const threadid = /^\/f\/(\d+)/.exec(path)![1]!;
    const reply = { do: 'postreply', threadid, message: 'It dims well', securitytoken: await browser.token() };
    await browser.send('/forums/newreply.php', reply);
    const fresh = await browser.get(path);
    expect([fresh.text.includes('It dims well'), fresh.headers['cache-control']]).toEqual([true, 'private, no-store']);
    await expect.poll(async () => (await ask(front, path)).text.includes('It dims well'), LATE).toBe(true);
  });

  test('asks the site for a page that is to say what a form did', async () => {
    const cookie = `flash=${encodeURIComponent(JSON.stringify({ message: 'Your vote is counted.' }))}`;
    const told = await ask(front, path, { headers: { cookie } });
    expect([told.text.includes('Your vote is counted.'), told.headers['cache-control']]).toEqual([true, 'private, no-store']);
  });

  test('shows an edit at once, and loses no request while releases are switched', { timeout: LONG }, async () => {
    const styles = /href="(\/_astro\/[^"]+\.css)"/.exec((await ask(front, '/')).text)![1]!;
    await edit(2, { price: '6.66' });
    const reading = (await feed(direct, '/all?sort=hot')).items.find(({ dealTitle }) => dealTitle === 'Reading lamp')!.path;
    const end = visit(
      front,
      [reading, '/', '/all', `${reading}/_payload.json`, '/all/feed.xml', styles, '/search?q=lamp'],
      (body, address) => !address.startsWith(reading) || body.includes('6.66'),
    );
    const shown = () => realpathSync(join(publishDir, 'site'));
    const before = shown();
    const { code, output } = await startBuild(settings).done;
    expect(code, output).toBe(0);
    await expect.poll(shown, LATE).not.toBe(before);
    await commandSite(site, 'rollback', {});
    await expect.poll(shown, LATE).toBe(before);
    const { asked, faults } = await end();
    expect([faults, asked > 100]).toEqual([[], true]);
    await edit(2, { price: '5.55' });
    await expect.poll(async () => (await ask(front, reading)).text.includes('$5.55'), LATE).toBe(true);
    expect(await faultsOf(front, await listedAddresses(front))).toEqual([]);
  });

  test('goes on with all published pages while the site is stopped', { timeout: LONG }, async () => {
    const addresses = await listedAddresses(front);
    const member: Visitor = (await newVerified({ url: front, dataDir: settings['DATA_DIR']! })).browser;
    await site.stop();
    try {
      const answers = await Promise.all([...addresses, '/all?page=2', ...kinds()].map((address) => ask(front, address)));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      member.jar.set('fresh', String(Date.now()));
      for (const [address, file] of [
        [path, `${path}/index.html`],
        ['/popular?utm_source=letter', 'popular/index.html'],
        ['/all?page=2', 'all/_page/2.html'],
        ['/popular?page=1', 'popular/index.html'],
        ['/popular?page=1&utm_source=letter', 'popular/index.html'],
        [`${path}?page=1`, `${path}/index.html`],
        ['/all?utm_source=letter&page=2', 'all/_page/2.html'],
        ['/all?page=2&utm_source=letter', 'all/_page/2.html'],
      ] as const) {
        const { status, body } = await member.get(address);
        expect([status, body.equals(readFileSync(join(publishDir, 'site', file)))], address).toEqual([200, true]);
      }
      for (const address of ['/feed.xml', '/popular/feed.xml', '/speculation-rules.json']) {
        const [fresh, other] = await Promise.all([member.get(address), ask(front, address)]);
        expect([fresh.status, fresh.headers['content-type']], address).toEqual([200, other.headers['content-type']]);
      }
      const onDemand = [
        '/popular?page=9',
        '/all?page=2&page=3',
        '/all?page&page=2',
        '/all?page=1&page=2',
        '/all?page=1&sort=new',
        '/all?page=01',
        '/all?page=2&sort=new',
        '/popular?sort=new',
        `${path}?comments=new`,
        '/?do=resetpassword&hash=x',
      ];
      for (const address of [...onDemand, ...otherwiseWritten]) expect((await member.get(address)).status, address).toBe(503);
      for (const [address, asked] of [
        ['/web-api/session/', {}],
        ['/web-api/page/popular', { headers: { Accept: 'text/html' } }],
        ['/ajax/usercheck.php', { method: 'POST', body: 'username=a' }],
        ['/forums/login.php', { method: 'POST', body: 'do=login' }],
        ['/comments/replies/1', { headers: { Accept: 'application/json' } }],
        ['/f/0/_payload.json', {}],
      ] as const) {
        const { status, headers, text } = await ask(front, address, asked);
        expect([status, headers['content-type'], headers['retry-after'], headers['cache-control']], address).toEqual([
          ...[503, 'application/json; charset=utf-8', '10', 'no-store'],
        ]);
        expect(text, address).toMatch(/^\{"status":"error","message":"[^"]+"\}$/);
      }
      const plainForm = await ask(front, '/forums/login.php', { method: 'POST', body: 'do=login', headers: { Accept: 'text/html,*/*' } });
      expect(plainForm.headers['content-type']).toBe('text/html; charset=utf-8');
      const failed = await ask(front, '/search?q=lamp');
      expect([failed.status, failed.headers['retry-after'], failed.headers['cache-control']]).toEqual([503, '10', 'no-store']);
      expect(failed.body.equals(readFileSync(join(publishDir, 'site/500.html')))).toBe(true);
      expect(failed.text).toContain('A server error occurred while processing your request.');
      expect((await ask(front, '/web-api/search/', { method: 'POST', body: '{}' })).status).toBe(503);
      expect((await ask(front, '/about', { method: 'POST', body: '{}' })).status).toBe(503);
      const starting = await startingSite();
      try {
        for (const [address, file] of [
          [path, `${path}/index.html`],
          ['/all?page=2', 'all/_page/2.html'],
          ['/favicon.svg', 'favicon.svg'],
        ] as const) {
          const { status, body } = await member.get(address);
          expect([status, body.equals(readFileSync(join(publishDir, 'site', file)))], address).toEqual([200, true]);
        }
        starting.asked.length = 0;
        for (const address of ['/search?q=lamp', '/web-api/session/']) {
          const { status, text } = await member.get(address);
          expect([status, text], address).toEqual([503, `starting: ${address}`]);
        }
        const form = await member.post('/forums/login.php', 'do=login', { Accept: 'text/html' });
        expect([form.status, form.text]).toEqual([503, 'starting: /forums/login.php']);
        expect(starting.asked.filter((asked) => asked.startsWith('POST'))).toEqual(['POST /forums/login.php']);
      } finally {
        await starting.stop();
      }
    } finally {
      site = await startBriefSite(settings);
      await site.ready();
    }
    expect((await ask(front, '/search?q=lamp')).status).toBe(200);
  });
});

test('a folder that the site may not write to is named, with what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-closed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const { code, output } = await startBuild({ ...settings, DATA_DIR: await newDataDir(), PUBLISH_DIR: file }).done;
  expect([code, output]).toEqual([1, expect.stringContaining(`PUBLISH_DIR`)]);
});
