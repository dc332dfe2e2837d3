import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { openToAll, QUICKLY, siteEnvironment } from './site.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Starts what `npm run site -- …` runs. */
export function startCommand(env: NodeJS.ProcessEnv, ...args: string[]) {
  return spawn(...openToAll(QUICKLY, 'src/cli/site.ts', ...args), { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a command as an editor does, with the settings of a site. */
export async function siteCommand(settings: Record<string, string>, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = startCommand(siteEnvironment(settings), ...args);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  return { code, output: stdout + stderr };
}

/** Starts what `npm run build` runs; the process itself, so that it can be held and killed. */
export function startBuild(settings: Record<string, string>): {
  process: ChildProcess;
  done: Promise<{ code: number | null; output: string }>;
} {
  const child = spawn(...openToAll(QUICKLY, 'src/features/publishing/build.ts'), {
    cwd: ROOT,
    env: siteEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number | null]>]);
  return { process: child, done: ended.then(([stdout, stderr, [code]]) => ({ code, output: stdout + stderr })) };
}
