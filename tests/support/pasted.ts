import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { QUICKLY, siteEnvironment } from './site.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** `npm run [-s] site -- …` is what npm makes of it, less npm, which takes longer than the command itself. */
const NPM = `npm() {
  while [ "$1" != -- ]; do shift; done
  shift
  here=$PWD
  (cd "$PROJECT" && INIT_CWD="$here" "$NODE" ${QUICKLY} src/cli/site.ts "$@")
}`;

/** Pastes lines into a shell that stands in a folder, until one fails. @returns its exit code, and all that was printed */
export async function paste(lines: string, folder: string, settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const env = { ...siteEnvironment(settings), PROJECT: ROOT, NODE: process.execPath, EDITOR: 'true' };
  const child = spawn('sh', ['-e', '-c', `${NPM}\n${lines}`], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  return { code, output: stdout + stderr };
}
