import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';

export const ROOT = resolve(import.meta.dirname, '../..');
const LONGEST_WAIT = 20_000;

/** Whether a program is there to be run. */
export const isInstalled = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).error === undefined;

/** What a table says of something that is left out, which nothing is where CI is set. @throws there */
export function leftOut(what: string, why: string): string {
  if (process.env['CI']) throw new Error(`${what}: ${why}`);
  return `${what}: skipped, ${why}`;
}

/** Options of Node for programs that are run to their end. */
const options: string[] = [];

/**
 * Has the embedded database's code compiled once and quickly, here and in programs that are run: one that ends soon takes half as long, and
 * its figures say nothing.
 */
export function compileQuickly(): void {
  options.push('--liftoff-only');
  setFlagsFromString('--liftoff-only');
}

interface RunOptions {
  /** Folder to run in; the project's unless given. */
  folder?: string | undefined;
  onStart?(child: ChildProcessWithoutNullStreams): void;
}

/** Runs a program to its end. @returns what it said @throws with what it said when it fails */
export async function runNode(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { folder = ROOT, onStart }: RunOptions = {},
): Promise<string> {
  const child = spawn(process.execPath, [...options, script, ...args], { cwd: folder, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  onStart?.(child);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${script} failed (exit code ${code}):\n${output.slice(-2_000)}`);
  return output;
}

/** Something that answers on loopback until it is ended. */
export interface Server {
  url: string;
  pid: number;
  end(): Promise<void>;
}

/** Starts a server and waits until it answers `path`. */
export async function startServer(
  program: string,
  args: string[],
  port: number,
  path: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Server> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  const late = Date.now() + LONGEST_WAIT;
  while (
    !(await fetch(url + path).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > late) {
      kill();
      throw new Error(`${program} does not answer:\n${said.slice(-1_000)}`);
    }
    await delay(50);
  }
  return {
    url,
    pid: child.pid!,
    async end() {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
