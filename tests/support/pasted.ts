import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { QUICKLY, siteEnvironment } from './site.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What a shell did with what was pasted: its exit code, and all that was printed. */
interface Pasted {
  code: number;
  output: string;
}

/** `npm run [-s] site -- …` is what npm makes of it, less npm, which takes longer than the command itself. */
const NPM = `npm() {
  while [ "$1" != -- ]; do shift; done
  shift
  here=$PWD
  (cd "$PROJECT" && INIT_CWD="$here" "$NODE" ${QUICKLY} src/cli/site.ts "$@")
}`;

/** The same, by the process of `openPasting`: it is told how many arguments there are, and what they are. */
const NPM_IN_ONE_PROCESS = `npm() {
  while [ "$1" != -- ]; do shift; done
  shift
  : > "$PRINTED"
  : > "$PRINTED_ERRORS"
  printf '%s\\0' $# "$@" >&3
  read -r code <&4
  cat "$PRINTED"
  cat "$PRINTED_ERRORS" >&2
  return "$code"
}`;

/** Pastes lines into a shell that stands in a folder, until one fails. */
export async function paste(lines: string, folder: string, settings: Record<string, string>): Promise<Pasted> {
  const env = { ...siteEnvironment(settings), PROJECT: ROOT, NODE: process.execPath, EDITOR: 'true' };
  const child = spawn('sh', ['-e', '-c', `${NPM}\n${lines}`], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  return { code, output: stdout + stderr };
}

/**
 * Pastes as `paste` does, and has one process carry out all the commands: starting one for each takes nine tenths of their time. For many
 * commands that a running site carries out.
 */
export async function openPasting(
  folder: string,
  settings: Record<string, string>,
): Promise<{ paste(lines: string): Promise<Pasted>; end(): Promise<void> }> {
  const outputs = await mkdtemp(join(tmpdir(), 'magpie-pasted-'));
  const printed = { PRINTED: join(outputs, 'stdout'), PRINTED_ERRORS: join(outputs, 'stderr') };
  const env = { ...siteEnvironment(settings), ...printed, INIT_CWD: folder, EDITOR: 'true' };
  const files = Object.values(printed).map((file) => openSync(file, 'a'));
  const commands = fork(join(import.meta.dirname, 'pasted-commands.ts'), { cwd: ROOT, env, stdio: ['ignore', ...files, 'ipc'] });
  for (const file of files) closeSync(file);
  const perform = async (args: string[]) => {
    const answered = once(commands, 'message') as Promise<[number]>;
    commands.send(args);
    return (await answered)[0];
  };
  return {
    async paste(lines) {
      const stdio = ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'] as const;
      const child = spawn('sh', ['-e', '-c', `${NPM_IN_ONE_PROCESS}\n${lines}`], { cwd: folder, env, stdio: [...stdio] });
      const [calls, codes] = child.stdio.slice(3) as [Duplex, Duplex];
      const ended = Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit') as Promise<[number]>]);
      let told = '';
      for await (const chunk of calls.setEncoding('utf8') as AsyncIterable<string>) {
        told += chunk;
        const [count, ...args] = told.split('\0').slice(0, -1);
        if (count === undefined || args.length < Number(count)) continue;
        told = '';
        codes.write(`${await perform(args)}\n`);
      }
      const [stdout, stderr, [code]] = await ended;
      return { code, output: stdout + stderr };
    },
    async end() {
      commands.disconnect();
      await once(commands, 'exit');
      await rm(outputs, { recursive: true });
    },
  };
}
