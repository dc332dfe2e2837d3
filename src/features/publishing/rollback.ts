import { basename } from 'node:path';
import { Refused } from '../../lib/refused.ts';
import { releasesOf } from './release.ts';
import { currentRelease, switchRelease } from './shown-release.ts';

/**
 * Makes the release before the one shown the one that is shown.
 * @returns its folder
 * @throws Refused when there is none to go back to
 */
export async function rollBack(publishDir: string): Promise<string> {
  const current = await currentRelease(publishDir);
  const earlier = (await releasesOf(publishDir)).filter(({ folder }) => current && basename(folder) < basename(current.folder)).at(-1);
  if (!earlier) throw new Refused('there is no earlier release to go back to; npm run build makes a new one');
  await switchRelease(publishDir, earlier.folder);
  return earlier.folder;
}
