import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { untilReady } from './site.ts';

const OPERATIONS = resolve(import.meta.dirname, '../../docs/operations.md');

/** The module that sends `.br` files. */
export const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
/** Whether nginx sends the `.br` files that lie beside others. */
export const nginxHasBrotli = existsSync(BROTLI);

/** Where nginx is installed; undefined where it is not. */
export const nginxProgram = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]
  .map((folder) => join(folder, 'nginx'))
  .find((program) => existsSync(program));

/** Under which headings `docs/operations.md` configures nginx. */
const FILES = 'nginx answers with the files';
type Documented = typeof FILES | 'Several machines';

async function documentedConfiguration(heading: Documented): Promise<string> {
  const section = (await readFile(OPERATIONS, 'utf8')).split(/^##+ /m).find((text) => text.startsWith(`${heading}\n`));
  const block = /^```nginx\n(.*?)^```$/ms.exec(section ?? '');
  if (!block) throw new Error(`docs/operations.md has no configuration of nginx under ${heading}`);
  return block[1]!;
}

/** Replaces words of the documented configuration. @throws when one is not there */
function replaced(configuration: string, words: Record<string, string>): string {
  return Object.entries(words).reduce((text, [word, other]) => {
    if (!text.includes(word)) throw new Error(`the configuration of nginx in docs/operations.md does not have ${word}`);
    return text.replaceAll(word, other);
  }, configuration);
}

/** nginx in front of two servers that share a database. */
export const startBalancer = (port: number, [one, other]: [number, number]): Promise<() => Promise<string>> =>
  startNginx('Several machines', port, (folder) => ({
    '10.0.0.11:4321': `127.0.0.1:${one}`,
    '10.0.0.12:4321': `127.0.0.1:${other}`,
    '/var/cache/nginx/magpie': join(folder, 'cache'),
  }));

/** nginx that answers with the published files of a site, with brotli where it has its module. */
export const startFileServer = (port: number, site: { port: number; publishDir: string }): Promise<() => Promise<string>> =>
  startNginx(FILES, port, () => wordsOf(site));

/** The documented configuration of a web server that answers with the published files of a site, for whoever starts nginx otherwise. */
export const fileServerConfiguration = async (port: number, site: { port: number; publishDir: string }): Promise<string> =>
  replaced(await documentedConfiguration(FILES), { ...wordsOf(site), 'listen 80;': `listen 127.0.0.1:${port};` });

const wordsOf = (site: { port: number; publishDir: string }) => ({
  '127.0.0.1:4321': `127.0.0.1:${site.port}`,
  '/srv/magpie': site.publishDir,
  ...(nginxHasBrotli && { 'gzip_static on;': 'gzip_static on; brotli_static on;' }),
});

/**
 * Starts nginx as `docs/operations.md` configures it, on a port of the loopback, and waits until it answers.
 * @param words of the configuration that are others here, given a folder for files
 * @returns a function that ends it, with what it had to complain of
 */
async function startNginx(
  heading: Documented,
  port: number,
  words: (folder: string) => Record<string, string>,
): Promise<() => Promise<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-nginx-'));
  await mkdir(join(folder, 'cache'));
  const site = replaced(await documentedConfiguration(heading), { ...words(folder), 'listen 80;': `listen 127.0.0.1:${port};` });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
  const lines = [
    ...(nginxHasBrotli ? [`load_module ${BROTLI};`] : []),
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 2;',
    `pid ${join(folder, 'pid')};`,
    'events { worker_connections 256; }',
    `http { access_log off; ${temporary.join(' ')}`,
    site,
    '}',
  ];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, lines.join('\n'));
  const nginx = spawn(nginxProgram!, ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const complaints = text(nginx.stderr);
  const stop = () => nginx.kill('SIGTERM');
  process.once('exit', stop);
  const hasEnded = () => nginx.exitCode !== null;
  await untilReady({ url: `http://127.0.0.1:${port}`, dataDir: folder, output: file }, hasEnded).catch(async () => {
    throw new Error(`nginx does not answer:\n${await complaints}`);
  });
  return async () => {
    process.off('exit', stop);
    const exited = hasEnded() ? undefined : once(nginx, 'exit');
    stop();
    await exited;
    await rm(folder, { recursive: true, force: true });
    return complaints;
  };
}
