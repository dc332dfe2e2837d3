import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { closeContent } from '../private-folder.ts';

/** The PostgreSQL version of PGlite, which opens only folders of the same version. */
const POSTGRES_MAJOR = '18';

/**
 * Checks that PGlite can open a folder, which it would otherwise damage, and creates it where there is none.
 * An incomplete database, of a start that was killed while creating it, is removed.
 * @returns a function to be called as soon as the database is open
 * @throws CannotStart when the folder contains something else, which is left as it is
 */
export function prepareFolder(folder: string): () => void {
  const beingMade = `${folder}.new`;
  // The database is empty: this marker file is removed before the first statement.
  if (existsSync(beingMade)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length === 0) {
    writeFileSync(beingMade, '');
    return () => rmSync(beingMade);
  }
  requireOwnVersion(folder);
  // Earlier versions made files that everybody could read.
  if (statSync(join(folder, 'PG_VERSION')).mode & 0o077) closeContent(folder);
  return () => undefined;
}

function requireOwnVersion(folder: string): void {
  const path = join(folder, 'PG_VERSION');
  if (!existsSync(path) || !existsSync(join(folder, 'global/pg_control')))
    throw new CannotStart(
      `${folder} holds something that is no whole PostgreSQL database, so it was left as it is. Move it away and start again; ` +
        'npm run site -- restore FILE puts a backup back.',
    );
  const version = readFileSync(path, 'utf8').trim();
  if (version !== POSTGRES_MAJOR)
    throw new CannotStart(
      `${folder} is a database of PostgreSQL ${version}, and this Magpie has PostgreSQL ${POSTGRES_MAJOR}, so it was left as it is. ` +
        'Take a backup with the Magpie that made it (npm run site -- backup FILE), move the folder away, and put the backup back ' +
        'with this one (npm run site -- restore FILE).',
    );
}
