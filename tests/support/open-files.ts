import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders below a folder that others than its owner may do something with, each with its mode. */
export function openToOthers(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.flatMap((name) => {
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return found && !found.isSymbolicLink() && found.mode & 0o077 ? [`${name} ${(found.mode & 0o777).toString(8)}`] : [];
  });
}
