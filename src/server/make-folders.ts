import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../lib/error-code.ts';

/**
 * Makes a folder and its missing parents. Node's recursive `mkdir` never ends where the kernel allows no folders, as in /proc.
 * @returns those that were made
 * @throws what the system says of one that cannot be made; ENOENT where there can be none
 */
export function makeFolders(folder: string, mode: number): string[] {
  try {
    return makeOne(folder, mode);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const above = makeFolders(dirname(folder), mode);
    return [...above, ...makeOne(folder, mode)];
  }
}

/** Makes one folder, unless another thread has just made it. */
function makeOne(folder: string, mode: number): string[] {
  try {
    mkdirSync(folder, mode);
    return [folder];
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
    throw error;
  }
}
