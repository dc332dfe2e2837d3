import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../lib/error-code.ts';
import { CannotStart } from '../../server/cannot-start.ts';
import type { Config } from '../../server/config.ts';
import { FOR_ALL, makeFolder } from './page-files.ts';
import { cannotPublish } from './release.ts';
import { requireLinks } from './shown-release.ts';

/** Says whose pages lie in `PUBLISH_DIR`: the real path of their site's data folder. It lies beside what web servers show. */
const OWNER = 'owner.txt';

type Folders = Pick<Config, 'publishDir' | 'dataDir'>;

/**
 * Takes the folder of published files for the site of a data folder, which is there already: two sites in one would each show the other's
 * pages. A folder in the data folder is taken with that, and goes where it goes.
 * @throws CannotStart when another site has it, naming that, when nothing can be written there, when something lies where its links belong,
 * and when it is in the data folder or holds it
 */
export function claimPublishFolder({ publishDir, dataDir }: Folders): void {
  requireLinks(publishDir);
  requireApart({ publishDir, dataDir });
  if (!publishDir.startsWith(`${dataDir}/`)) writeOwner(publishDir, realpathSync(dataDir));
  requireOwnFolder({ publishDir, dataDir });
}

/** @throws CannotStart where links lead from one folder into the other; of their names that is known already (`readConfig`) */
function requireApart({ publishDir, dataDir }: Folders): void {
  const [pages, data] = [realPath(publishDir), realpathSync(dataDir)];
  const isIn = (inner: string, outer: string) => `${inner}/`.startsWith(outer === '/' ? outer : `${outer}/`);
  if (pages === realPath(join(dataDir, 'public')) || !(isIn(pages, data) || isIn(data, pages))) return;
  throw new CannotStart(
    `PUBLISH_DIR must be a folder of its own outside DATA_DIR, and not one that holds it: ${publishDir} leads to ${pages}, and DATA_DIR is ${data}. ` +
      'Set another PUBLISH_DIR, or leave it out.',
  );
}

/** Where a folder is, or will be, once links are followed. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw cannotPublish(folder, error);
    return join(realPath(dirname(folder)), basename(folder));
  }
}

/** @throws CannotStart when the folder of published files is another site's, naming that and what to do */
export function requireOwnFolder({ publishDir, dataDir }: Folders): void {
  const owner = ownerOf(publishDir);
  const mine = realpathSync(dataDir);
  if (owner !== undefined && owner !== mine)
    throw new CannotStart(
      `${publishDir} holds the pages of another site, whose data folder is ${owner}. ` +
        `Set another PUBLISH_DIR; or delete ${join(publishDir, OWNER)} if that data folder is now ${mine}.`,
    );
}

/** Writes the file so that it appears whole, and never replaces that of another site that starts at the same time. */
function writeOwner(publishDir: string, dataDir: string): void {
  const path = join(publishDir, OWNER);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    makeFolder(publishDir, FOR_ALL);
  } catch (error) {
    throw cannotPublish(publishDir, error);
  }
  try {
    writeFileSync(draft, `${dataDir}\n`, { mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw cannotPublish(publishDir, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

function ownerOf(publishDir: string): string | undefined {
  try {
    return readFileSync(join(publishDir, OWNER), 'utf8').trimEnd();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw cannotPublish(publishDir, error);
  }
}
