import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';
import { closeContent } from '../private-folder.ts';

/** The PostgreSQL that PGlite is; it opens only what the same one has made. */
const POSTGRES_MAJOR = '18';

/**
 * Looks whether PGlite can open a folder, which it would spoil otherwise, and makes a new one where there is none.
 * What a start left behind that was killed while it made the database is cleared away.
 * @returns what is to be called as soon as the database is open
 * @throws CannotStart when something else lies there, which stays as it is
 */
export function prepareFolder(folder: string): () => void {
  const beingMade = `${folder}.new`;
  // Nobody has stored anything in it: the note goes before the first statement comes.
  if (existsSync(beingMade)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length === 0) {
    writeFileSync(beingMade, '');
    return () => rmSync(beingMade);
  }
  requireOwnVersion(folder);
  // Earlier versions left files open to everybody.
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
