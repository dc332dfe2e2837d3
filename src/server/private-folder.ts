import { chmodSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, parse } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { makeFolders } from './make-folders.ts';
import { errorCode } from '../lib/error-code.ts';

const OTHERS = 0o077;

/** Makes all files that this process and its threads create readable only for its user. Every program calls it first. */
export const keepFilesPrivate = () => void process.umask(OTHERS);

/** The sticky bit, of folders in which everybody may create files, such as /tmp. */
const STICKY = 0o1000;

/**
 * Creates a data folder that only its owner can enter, or makes an existing one private; if that was open to
 * others, so is everything in it. A folder that is obviously no data folder, such as /tmp, is left as it is.
 * @throws CannotStart when it stays open to others, or cannot be created
 */
export function makePrivate(dataDir: string): void {
  inDataDir(dataDir, () => makeFolders(dataDir, 0o700));
  const { mode } = statSync(dataDir);
  if ((mode & OTHERS) === 0) return;
  if (isOfTheMachine(dataDir, mode)) throw open(dataDir, mode, 'it is a folder of the machine, and not for one program');
  // The folder first, so that nobody can open its files meanwhile.
  closeFolder(dataDir, mode);
  closeContent(dataDir);
}

/** Why a folder cannot be used, by error code. */
const UNUSABLE: Partial<Record<string, string>> = {
  ENOENT: 'there can be no folder',
  EEXIST: 'there is a file in its place',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'the user who runs Magpie may not write there',
  EPERM: 'the user who runs Magpie may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  ELOOP: 'its path is a link that leads back to itself',
  ENAMETOOLONG: 'its path, or a name in it, is too long',
};

/** Runs a write to the data folder. @throws CannotStart when it is not possible, with the reason and what to do */
export function inDataDir(dataDir: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw unusable(dataDir, error) ?? error;
  }
}

function unusable(dataDir: string, error: unknown): CannotStart | undefined {
  const why = UNUSABLE[errorCode(error) ?? ''];
  if (!why) return undefined;
  return new CannotStart(`DATA_DIR ${dataDir} cannot be used: ${why}. Put that right, or set another DATA_DIR.`, { cause: error });
}

/** Whether others need access to a folder: the root, a home directory, a project's folder, /tmp. */
function isOfTheMachine(dataDir: string, mode: number): boolean {
  const path = realpathSync(dataDir);
  return (mode & STICKY) !== 0 || [parse(path).root, home(), process.cwd()].includes(path);
}

/** The user's home directory; undefined where HOME is not set for one without an account, as in a container. */
function home(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

/** Removes other users' permissions on everything in a folder. */
export function closeContent(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(folder, entry.name);
    closeEntry(path);
    if (entry.isDirectory()) closeContent(path);
  }
}

function closeEntry(path: string): void {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    // A file that is gone or belongs to another user can be ignored: others cannot enter the folder any more.
    if (!['ENOENT', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  }
}

function closeFolder(dataDir: string, mode: number): void {
  try {
    chmodSync(dataDir, mode & 0o700);
  } catch (error) {
    // A mode cannot be changed there, and so the advice about it would not help.
    const readOnly = errorCode(error) === 'EROFS' ? unusable(dataDir, error) : undefined;
    throw readOnly ?? open(dataDir, mode, error instanceof Error ? error.message : String(error));
  }
  if (statSync(dataDir).mode & OTHERS) throw open(dataDir, mode, 'its file system does not take it');
}

const open = (dataDir: string, mode: number, why: string) =>
  new CannotStart(
    `Other users of this machine can get into ${dataDir} (mode ${(mode & 0o7777).toString(8)}), and it was not closed to them: ${why}. ` +
      "Passwords' hashes lie in DATA_DIR: give it to the user who runs Magpie, with mode 700, or name another one.",
  );
