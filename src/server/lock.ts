import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { inDataDir, makePrivate } from './private-folder.ts';
import { z } from 'zod';
import { errorCode } from '../lib/error-code.ts';

/** A process; `started` distinguishes it from a later one with the same pid. */
export const processSchema = z.object({ pid: z.int(), started: z.string().optional() });
export type Process = z.output<typeof processSchema>;

/** The process that holds a lock. */
const holderFile = z.object({
  ...processSchema.shape,
  startedAt: z.string(),
  /** Where the process can be reached, or the command that it runs. */
  url: z.string(),
  /** Never the same twice. */
  token: z.string(),
});
type Holder = z.output<typeof holderFile>;

const STOP_IT = 'Stop it first, or set another DATA_DIR.';
/** The advice when a running site would take the command, or the other process ends by itself. */
export const TRY_AGAIN = 'It is starting or at work, and takes no commands yet. Try again in a moment.';

/** The data folder belongs to another process; the message names it and says what to do. */
export class FolderTaken extends CannotStart {}

/**
 * Locks the data folder for this process, and makes it private: two processes on one embedded database would destroy it. The lock is the
 * file `lock` in the folder; the lock of a process that no longer runs, however it ended, is taken over.
 * @param about what the lock file tells other processes about this one
 * @param advice what to do where another process has the folder
 * @returns a function that releases the lock
 * @throws FolderTaken naming the process that holds it, CannotStart when other users can enter the folder, or this process cannot write to
 * it
 */
export function takeLock(dataDir: string, about: { url: string }, advice = STOP_IT): () => void {
  makePrivate(dataDir);
  const path = join(dataDir, 'lock');
  const mine: Holder = {
    ...processOf(process.pid),
    startedAt: new Date().toISOString(),
    url: about.url,
    token: randomBytes(6).toString('hex'),
  };
  const draft = `${path}.${mine.token}`;
  try {
    inDataDir(dataDir, () => writeFileSync(draft, JSON.stringify(mine), { mode: 0o600, flag: 'wx' }));
    claim(path, draft, advice);
  } finally {
    // Where the folder is a file there is no draft, and removing one fails even with `force`.
    if (existsSync(draft)) rmSync(draft);
  }
  return () => {
    if (read(path)?.token === mine.token) rmSync(path, { force: true });
  };
}

/**
 * Creates `path` atomically as a hard link to `draft`. To replace a dead holder's file, a process must first claim the
 * file that names the successor of that holder; so of many processes only one proceeds, and a new lock is never mistaken for
 * the dead one that it replaced.
 */
function claim(path: string, draft: string, advice: string): void {
  for (;;) {
    if (linked(draft, path)) return;
    const holder = read(path);
    if (!holder) continue;
    if (isRunning(holder)) throw new FolderTaken(`${refusal(holder)} ${advice}`);
    const next = `${path}.after-${holder.token}`;
    claim(next, draft, advice);
    if (read(path)?.token === holder.token) {
      renameSync(next, path);
      return;
    }
    rmSync(next, { force: true });
  }
}

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** What a lock file says; undefined when it has just gone. */
function read(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return holderFile.parse(JSON.parse(text));
  } catch {
    throw new CannotStart(`${path} is not a lock of Magpie's. Delete it if no Magpie runs on this data folder.`);
  }
}

/** Identifies a process, even after its end. */
export const processOf = (pid: number): Process => ({ pid, started: startOf(pid) });

/** Whether a process is still there. */
export function isRunning({ pid, started }: Process): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Any other code, such as EPERM, means that the process exists, possibly of another user.
    if (errorCode(error) === 'ESRCH') return false;
  }
  const stat = statOf(pid);
  if (stat?.[0] === ENDED) return false;
  const now = startOf(pid);
  return started === undefined || now === undefined || now === started;
}

/** State of a zombie: a process that has ended and was not yet reaped by its parent. */
const ENDED = 'Z';
/** Field 22 of /proc/pid/stat, counted from the state, which is field 3. */
const START_TICKS = 19;

/** When a process began, as the kernel counts it within one run of the machine; undefined where there is no /proc. */
function startOf(pid: number): string | undefined {
  const ticks = statOf(pid)?.[START_TICKS];
  return ticks && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`;
}

/** Fields of /proc/pid/stat from the state on; the name before it is in brackets and may hold anything. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

const refusal = ({ pid, url, startedAt }: Holder) =>
  `Magpie is already running on this data folder: process ${pid}, ${url}, since ${startedAt}.`;
