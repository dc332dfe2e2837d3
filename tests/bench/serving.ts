import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublishedFiles } from '../../src/features/publishing/page-log.ts';
import { currentRelease } from '../../src/features/publishing/shown-release.ts';
import type { RunningSite } from '../support/site.ts';
import { layOut } from './laid-out.ts';
import { CONNECTIONS, load, type Load } from './load.ts';
import { nginxHasBrotli } from '../support/nginx.ts';
import { startDocumentedNginx, startNginx } from './nginx.ts';
import { processorSeconds } from './processor.ts';
import { isInstalled, leftOut, type Server } from './program.ts';
import { publishedIn } from './published.ts';
import { startStandalone } from './standalone.ts';
import type { Sizes } from './sizes.ts';
import { median, type Table } from './table.ts';

const NGINX = 'nginx, precompressed';

interface Round extends Load {
  processor: number;
}

/** One prerendered deal page, asked for as often as each server can, in turns. */
export async function benchServing(site: RunningSite, size: Sizes['serving']): Promise<Table> {
  const table: Table = { title: 'Serving a prerendered deal page', rows: [], notes: [] };
  if (!isInstalled('wrk', '--version')) return { ...table, notes: [leftOut('the client, wrk', 'it is not installed')] };
  const { folder: release } = (await currentRelease(join(site.dataDir, 'public')))!;
  const published = publishedIn(release);
  const page = middlePage(published);
  const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  const client = join(folder, 'client');
  const servers = new Map<string, Server>([
    ['magpie', { url: site.url.replace('localhost', '127.0.0.1'), pid: site.process.pid!, end: async () => undefined }],
  ]);
  try {
    if (!isInstalled('nginx', '-v')) table.notes.push(leftOut('nginx', 'it is not installed'));
    else {
      await layOut(site.url, page, client);
      const headers = await sharedHeaders(site.url + page);
      servers.set(NGINX, await startNginx(client, headers, folder, page, false));
      const behind = { port: Number(new URL(site.url).port), publishDir: join(site.dataDir, 'public') };
      servers.set('nginx, as documented, on the published files', await startDocumentedNginx(behind, folder, page));
      servers.set(`${NGINX}, files held open`, await startNginx(client, headers, folder, page, true));
    }
    await startStandalone(site, page, folder).then(
      (server) => servers.set('@astrojs/node standalone', server),
      (error: unknown) =>
        table.notes.push(leftOut('@astrojs/node standalone', `it could not be built or started (${String(error).split('\n')[0]})`)),
    );
    const encoding = nginxHasBrotli ? 'br' : 'gzip';
    const rounds = await measure(servers, page, encoding, folder, size);
    table.rows = await summary(servers, rounds, page, encoding);
    table.notes.push(
      `page ${page}, Accept-Encoding: ${encoding}, ${CONNECTIONS} connections, medians of ${size.rounds} alternating rounds of ${size.seconds} s after a warm-up; goal ≥ 0.95 of nginx`,
      'access logs: magpie and nginx write one in batches; standalone has none, and compresses nothing',
    );
    if (encoding === 'gzip') table.notes.push('gzip, because nginx has no brotli module here (libnginx-mod-http-brotli-static)');
  } finally {
    for (const server of servers.values()) await server.end();
    await rm(folder, { recursive: true, force: true });
  }
  return table;
}

/** The deal page of middle size. */
function middlePage(published: PublishedFiles): string {
  const pages = published.filter(([address, { type }]) => address.startsWith('/f/') && type.startsWith('text/html'));
  const bySize = pages.toSorted(([, a], [, b]) => a.sizes.identity - b.sizes.identity);
  return bySize[bySize.length >> 1]![0];
}

/** The headers of a page that do not depend on its content. */
async function sharedHeaders(url: string): Promise<[string, string][]> {
  const { headers } = await fetch(url);
  const own = /^(content-(type|length|encoding)|etag|vary|date|connection|keep-alive|last-modified)$/;
  return [...headers].filter(([name]) => !own.test(name));
}

async function measure(
  servers: Map<string, Server>,
  page: string,
  encoding: string,
  folder: string,
  { rounds: count, seconds, warmUp }: Sizes['serving'],
): Promise<Map<string, Round[]>> {
  if (warmUp > 0) for (const server of servers.values()) await load(server.url + page, warmUp, encoding, folder);
  const rounds = new Map([...servers.keys()].map((name) => [name, [] as Round[]]));
  for (let round = 0; round < count; round++) {
    // Every other round goes backwards, so that none is always first.
    for (const [name, server] of round % 2 === 0 ? [...servers] : [...servers].reverse()) {
      const before = await processorSeconds(server.pid);
      const seen = await load(server.url + page, seconds, encoding, folder);
      rounds.get(name)!.push({ ...seen, processor: (await processorSeconds(server.pid)) - before });
    }
  }
  return rounds;
}

async function summary(servers: Map<string, Server>, rounds: Map<string, Round[]>, page: string, encoding: string): Promise<Table['rows']> {
  const rates = (name: string) => rounds.get(name)!.map(({ requests, seconds }) => requests / seconds);
  const perProcessor = (name: string) => rounds.get(name)!.map(({ requests, processor }) => requests / processor);
  const nginx = servers.has(NGINX) ? NGINX : undefined;
  const share = (of: (name: string) => number[], name: string) =>
    nginx && median(of(name).map((value, index) => value / of(nginx)[index]!)).toFixed(2);
  const rows: Table['rows'] = [];
  for (const [name, { url }] of servers) {
    const answer = await fetch(url + page, { headers: { 'Accept-Encoding': encoding } });
    await answer.arrayBuffer();
    const measured = rounds.get(name)!;
    rows.push({
      server: name,
      'requests/s': Math.round(median(rates(name))),
      'of nginx': share(rates, name) ?? '–',
      'p99 ms': median(measured.map(({ p99 }) => p99)),
      'requests/s of processor': Math.round(median(perProcessor(name))),
      'of nginx ': share(perProcessor, name) ?? '–',
      'body bytes': Number(answer.headers.get('content-length')),
      errors: measured.reduce((sum, { errors }) => sum + errors, 0),
    });
  }
  return rows;
}
