import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { processSchema, isRunning, processOf } from './lock.ts';

/** What a temporary folder is for. It is removed once no process works on it. */
type Purpose = 'snapshot' | 'export';

const NAMED = /^(snapshot|export)-[\w-]+$/;
const HOLDER = /^held-by-\d+\.json$/;
/** Names of entries in such folders. A folder with anything else was made by a person, and is left alone. */
const CONTENT = [HOLDER, /^database$/, /^position\.json$/, /^catalogue\.jsonl$/];

/**
 * Makes a temporary folder in `dataDir` for a process, which removes it in the end. Leftover folders of
 * killed processes are removed first.
 * @param pid the process that works on it
 */
export async function makeTemporary(dataDir: string, purpose: Purpose, pid = process.pid): Promise<string> {
  await sweepTemporary(dataDir);
  // Synchronously, so that no sweep finds the folder without its holder file.
  const folder = mkdtempSync(join(dataDir, `${purpose}-`));
  holdTemporary(folder, pid);
  return folder;
}

/** Notes that a process works on a folder that another one may have made. */
export function holdTemporary(folder: string, pid = process.pid): void {
  writeFileSync(join(folder, `held-by-${pid}.json`), JSON.stringify(processOf(pid)));
}

/** Removes what processes that are gone have left behind in a data folder. */
export async function sweepTemporary(dataDir: string): Promise<void> {
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    const folder = join(dataDir, entry.name);
    if (entry.isDirectory() && NAMED.test(entry.name) && isLeftOver(folder)) await rm(folder, { recursive: true, force: true });
  }
}

function isLeftOver(folder: string): boolean {
  const names = namesIn(folder);
  if (!names.every((name) => CONTENT.some((pattern) => pattern.test(name)))) return false;
  return !names.some((name) => HOLDER.test(name) && isHeld(join(folder, name)));
}

/** Another sweep may have just removed the folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Whether the holder still runs. A holder file that cannot be read is of a process that was killed while writing it, or found the disk
 * full.
 */
function isHeld(path: string): boolean {
  try {
    return isRunning(processSchema.parse(JSON.parse(readFileSync(path, 'utf8'))));
  } catch {
    return false;
  }
}
