import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { untilReady } from './site.ts';

const OPERATIONS = resolve(import.meta.dirname, '../../docs/operations.md');

/** Where nginx is installed; undefined where it is not. */
export const nginxProgram = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]
  .map((folder) => join(folder, 'nginx'))
  .find((program) => existsSync(program));

/** The configuration of nginx that `docs/operations.md` gives for several machines. */
async function documentedConfiguration(): Promise<string> {
  const block = /^```nginx\n(.*?)^```$/ms.exec(await readFile(OPERATIONS, 'utf8'));
  if (!block) throw new Error('docs/operations.md has no configuration of nginx');
  return block[1]!;
}

/** Replaces words of the documented configuration. @throws when one is not there */
function replaced(configuration: string, words: Record<string, string>): string {
  return Object.entries(words).reduce((text, [word, other]) => {
    if (!text.includes(word)) throw new Error(`the configuration of nginx in docs/operations.md does not have ${word}`);
    return text.replaceAll(word, other);
  }, configuration);
}

/**
 * Starts nginx as `docs/operations.md` configures it, on a port of the loopback, in front of two servers, and waits until it answers.
 * @returns a function that ends it, with what it had to complain of
 */
export async function startNginx(port: number, [one, other]: [number, number]): Promise<() => Promise<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-nginx-'));
  const site = replaced(await documentedConfiguration(), {
    '10.0.0.11:4321': `127.0.0.1:${one}`,
    '10.0.0.12:4321': `127.0.0.1:${other}`,
    '/var/cache/nginx/magpie': join(folder, 'cache'),
    'listen 80;': `listen 127.0.0.1:${port};`,
  });
  await mkdir(join(folder, 'cache'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
  const lines = [
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
