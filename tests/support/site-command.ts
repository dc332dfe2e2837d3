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

/** Waits until a process has ended. */
async function resultOf(child: ReturnType<typeof startCommand>): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, stdout, stderr };
}

/** Starts a command on a data folder with the embedded database, as an editor does who stands in that folder. */
export const startCommandIn = (dataDir: string, ...args: string[]) =>
  startCommand(siteEnvironment({ DATABASE_URL: '', DATA_DIR: dataDir, INIT_CWD: dataDir }), ...args);

/** As `startCommandIn`, and waits until the command has ended. */
export const runCommandIn = (dataDir: string, ...args: string[]) => resultOf(startCommandIn(dataDir, ...args));

/** Runs a command as an editor does, with the settings of a site. */
export async function siteCommand(settings: Record<string, string>, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const { code, stdout, stderr } = await resultOf(startCommand(siteEnvironment(settings), ...args));
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
  return { process: child, done: resultOf(child).then(({ code, stdout, stderr }) => ({ code, output: stdout + stderr })) };
}
