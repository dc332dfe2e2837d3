import { basename } from 'node:path';
import { currentRelease, releasesOf, switchRelease } from './release.ts';

/**
 * Makes the release before the one shown the one that a data folder shows.
 * @returns its name
 * @throws when there is none to go back to
 */
export async function goBack(dataDir: string): Promise<string> {
  const current = await currentRelease(dataDir);
  const earlier = (await releasesOf(dataDir)).filter(({ folder }) => current && basename(folder) < basename(current.folder)).at(-1);
  if (!earlier) throw new Error('there is no earlier release to go back to; npm run build makes a new one');
  await switchRelease(dataDir, earlier.folder);
  return basename(earlier.folder);
}
