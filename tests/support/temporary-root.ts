import { chmod, mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../src/server/lock.ts';

const MEMORY = '/dev/shm';
/** `f_type` of a tmpfs (statfs(2)). */
const TMPFS = 0x01021994;
const GIB = 2 ** 30;
/** A run of all tests keeps 1.2 GiB of files at most, beside databases and browsers that need as much and more. */
const FREE_FILES = 4 * GIB;
const FREE_MEMORY = 8 * GIB;
const NAME = 'magpie-tests-';

/**
 * Makes the folder that a run and every program it starts keep temporary files in, and names it in TMPDIR. It is in memory where TMPDIR
 * is not set and there is room: tests make and remove databases of a thousand files each. Unit tests take 184 s so, and 209 on a disk.
 * @returns the folder, to be removed in the end
 */
export async function makeTemporaryRoot(): Promise<string> {
  const parent = process.env['TMPDIR'] === undefined && (await hasRoom()) ? MEMORY : tmpdir();
  await removeLeftovers(parent);
  const folder = join(parent, `${NAME}${process.pid}`);
  await mkdir(folder, { recursive: true });
  // PostgreSQL runs as another user.
  await chmod(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return folder;
}

async function hasRoom(): Promise<boolean> {
  try {
    const { type, bavail, bsize } = await statfs(MEMORY);
    return type === TMPFS && bavail * bsize >= FREE_FILES && process.availableMemory() >= FREE_MEMORY;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(NAME) ? Number(name.slice(NAME.length)) : NaN;
    if (Number.isInteger(pid) && !isRunning({ pid, started: undefined })) await rm(join(parent, name), { recursive: true, force: true });
  }
}
