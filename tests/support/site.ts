import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { embeddedTemplate, prepareDatabase } from './embedded.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** The first start builds every page of the demo. */
const LONGEST_START = 8 * 60_000;
const BETWEEN_LOOKS = 100;

/** Where a site answers and what it wrote so far. */
export interface SiteAddress {
  /** Origin, without a trailing slash. */
  url: string;
  dataDir: string;
  /** File that everything the site says goes to. */
  output: string;
}

export interface RunningSite extends SiteAddress {
  process: ChildProcess;
  /** Waits until it answers; fails with the site's output when it ends before that. */
  ready(): Promise<void>;
  /** Tells it to stop, as a service manager does; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Where programs keep compiled code, which the next one that is started need not compile again. */
const COMPILED = join(ROOT, 'node_modules/.cache/node');

/** The environment of the site's programs, without variables of the tests, such as NODE_ENV. */
export function siteEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: COMPILED, ASTRO_TELEMETRY_DISABLED: '1', ...settings };
}

/**
 * Starts a program with umask 0, so that all files it creates are open to everybody unless it restricts them itself: the result does not
 * depend on the umask of whoever runs the tests.
 * @param args of Node
 * @returns the first arguments of `spawn`; the process is the program's own
 */
export const openToAll = (...args: string[]): [string, string[]] => ['sh', ['-c', 'umask 0; exec "$@"', 'sh', process.execPath, ...args]];

/**
 * An option of Node that compiles the embedded database's code only once and quickly, because short-lived programs end before optimized
 * code pays off. It reduces a command that opens a database from 4.1 s of processor time to 2.3 s, and a start from 4.8 s to 3.3 s.
 */
export const QUICKLY = '--liftoff-only';

/** As `startSite`, a site that is gone when its tests are. */
export const startBriefSite = (settings: Record<string, string>, options: string[] = [], words: string[] = []) =>
  startSite(settings, [QUICKLY, ...options], words);

/**
 * Starts a real site, as `npm start` does, on a free port.
 * @param settings variables of contract.md (Environment); with the DATA_DIR of a site that ran before it goes on
 * @param options of Node
 * @param words that stand behind `npm start --`
 */
export async function startSite(settings: Record<string, string> = {}, options: string[] = [], words: string[] = []): Promise<RunningSite> {
  const dataDir = settings['DATA_DIR'] ?? (await emptyDataDir());
  const port = settings['PORT'] ?? String(await freePort());
  const site = { url: `http://localhost:${port}`, dataDir, output: join(dataDir, 'output.log') };
  const env = siteEnvironment({ PORT: port, SITE_URL: site.url, DATA_DIR: dataDir, ...settings });
  const file = openSync(site.output, 'a');
  const child = spawn(...openToAll(...options, 'src/main.ts', ...words), { cwd: ROOT, env, stdio: ['ignore', file, file] });
  closeSync(file);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    ...site,
    process: child,
    ready: () => untilReady(site, () => ended(child)),
    async stop() {
      process.off('exit', kill);
      if (ended(child)) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** A data folder with nothing in it. */
export const emptyDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'magpie-site-'));

/** A data folder with a migrated database and nothing in it: making the database takes longer than all else of a small site. */
export async function newDataDir(): Promise<string> {
  const dataDir = await emptyDataDir();
  await prepareDatabase(dataDir, await embeddedTemplate());
  return dataDir;
}

/** Removes a stopped site's data folder. */
export const removeSite = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true });

/** Everything a site has said so far, a line each. */
export const outputOf = (site: Pick<SiteAddress, 'output'>): string[] => readFileSync(site.output, 'utf8').split('\n').filter(Boolean);

/** Where the first administrator of a site signs up, as its start said it. */
export function setupAddress(site: Pick<SiteAddress, 'output'>): string {
  const [address] = /http\S+\/setup\?key=\S+/.exec(outputOf(site).join('\n')) ?? [];
  if (!address) throw new Error('the site named no address for its first administrator');
  return address;
}

/** Waits until a site answers, or a page of it. */
export async function untilReady(site: SiteAddress, hasEnded: () => boolean = () => false, path = '/readyz'): Promise<void> {
  const late = Date.now() + LONGEST_START;
  while (!(await answers(site.url + path))) {
    if (hasEnded()) throw new Error(`the site stopped before it was ready:\n${outputOf(site).slice(-30).join('\n')}`);
    if (Date.now() > late) throw new Error(`the site did not become ready:\n${outputOf(site).slice(-30).join('\n')}`);
    await delay(BETWEEN_LOOKS);
  }
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

/** A port of the loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
