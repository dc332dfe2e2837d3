import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../lib/error-code.ts';
import { pictureProblem, type PictureType } from './picture-problem.ts';

/** A picture of the site's own, from `DATA_DIR/site/`. */
export interface SiteFile {
  type: PictureType;
  digest: string;
  bytes: Uint8Array;
}

/** The folder in `DATA_DIR` with what a site looks like. */
export const SITE_FOLDER = 'site';

/** The files that may lie there, and their endings. */
const NAMES = { mark: ['svg', 'png'], favicon: ['svg', 'png', 'ico'] } as const;
type Name = keyof typeof NAMES;

const KIBIBYTE = 1_024;
const MOST_KIBIBYTES = 100;

/**
 * Reads a picture of the site's own.
 * @returns undefined where there is none, and where this user may not enter the data folder, as is told once that is used
 * @param onProblem gets a sentence that says which file is wrong, and what to do
 */
export function readSiteFile(dataDir: string, name: Name, onProblem: (problem: string) => void): SiteFile | undefined {
  if (!mayEnter(dataDir)) return undefined;
  const found = NAMES[name].flatMap((type) => {
    const file = `${name}.${type}`;
    const bytes = contentOf(join(dataDir, SITE_FOLDER, file), onProblem);
    return bytes ? [{ file, type, bytes }] : [];
  });
  const [first, second] = found;
  if (!first) return undefined;
  if (second) onProblem(`${SITE_FOLDER}/${first.file} and ${SITE_FOLDER}/${second.file} are both in DATA_DIR: keep one of them`);
  const { file, type, bytes } = first;
  const problem = bytes.length > MOST_KIBIBYTES * KIBIBYTE ? tooLarge(bytes) : pictureProblem(bytes, type);
  if (problem) onProblem(`${join(dataDir, SITE_FOLDER, file)} ${problem}`);
  return { type, digest: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes };
}

const tooLarge = ({ length }: Uint8Array) =>
  `has ${Math.ceil(length / KIBIBYTE)} KiB, and every page loads it: make it smaller than ${MOST_KIBIBYTES} KiB`;

function mayEnter(folder: string): boolean {
  try {
    statSync(join(folder, SITE_FOLDER), { throwIfNoEntry: false });
    return true;
  } catch {
    return false;
  }
}

function contentOf(path: string, onProblem: (problem: string) => void): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      onProblem(`${path} cannot be read (${code}): it must be a file of the user who runs the site`);
    return undefined;
  }
}
