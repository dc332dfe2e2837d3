import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
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
/** With the process that made it. */
const NAMED = new RegExp(`^${NAME}(\\d+)-`);

/**
 * Makes the folder that a run and every program it starts keep temporary files in, and names it in TMPDIR. It is in memory where TMPDIR
 * is not set and there is room: tests make and remove databases of a thousand files each. Unit tests take 184 s so, and 209 on a disk.
 * @returns the folder, to be removed in the end
 */
export async function makeTemporaryRoot(): Promise<string> {
  const parent = process.env['TMPDIR'] === undefined && (await hasRoom()) ? MEMORY : tmpdir();
  await removeLeftovers(parent);
  const folder = await mkdtemp(join(parent, `${NAME}${process.pid}-`));
  // PostgreSQL runs as another user, who finds its own folder in it.
  await chmod(folder, 0o711);
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

/** Removes the folders of runs that were killed, as far as they are this user's. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(NAMED.exec(name)?.[1]);
    if (!pid || isRunning({ pid, started: undefined })) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
