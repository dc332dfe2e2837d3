import type { Db } from '../../server/db/database.ts';
import { defaultText } from './default-text.server.ts';
import { TEXT_NAMES, textPath, type TextName } from './text-names.ts';

/** A version of a text; 0 is the one that Magpie brings. */
export interface TextVersion {
  version: number;
  markdown: string;
  /** Null for the one that Magpie brings, where nobody has saved another. */
  savedAt: Date | null;
  /** Whether it is Magpie's default text: always the current one, whenever the version was saved. */
  isDefault: boolean;
}

const firstVersion = (name: TextName): TextVersion => ({ version: 0, markdown: defaultText(name), savedAt: null, isDefault: true });

/** Versions of a text, the newest first; the last one is what Magpie brings. */
export async function textVersions(db: Db, name: TextName): Promise<TextVersion[]> {
  const rows = await db.selectFrom('text_versions').selectAll().where('name', '=', name).orderBy('version', 'desc').execute();
  return [...rows.map((row) => versionOf(name, row)), firstVersion(name)];
}

/** A version of a text, the newest unless a number is given; undefined when there is none of that number. */
export async function textVersion(db: Db, name: TextName, version?: number): Promise<TextVersion | undefined> {
  if (version === 0) return firstVersion(name);
  const row = await db
    .selectFrom('text_versions')
    .selectAll()
    .where('name', '=', name)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row) return versionOf(name, row);
  return version === undefined ? firstVersion(name) : undefined;
}

/** The text that is shown. */
export const currentText = async (db: Db, name: TextName): Promise<TextVersion> => (await textVersion(db, name)) ?? firstVersion(name);

interface Row {
  version: number;
  markdown: string | null;
  saved_at: Date;
}

const versionOf = (name: TextName, { version, markdown, saved_at }: Row): TextVersion => ({
  version,
  markdown: markdown ?? defaultText(name),
  savedAt: saved_at,
  isDefault: markdown === null,
});

/** When pages of text were last changed by editors, by path. */
export async function textChanges(db: Db): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('text_versions')
    .select((eb) => ['name', eb.fn.max('saved_at').as('changed')])
    .groupBy('name')
    .execute();
  const changes = new Map(rows.map(({ name, changed }) => [name, changed]));
  return new Map(TEXT_NAMES.flatMap((name) => [changes.get(name)].flatMap((changed) => (changed ? [[textPath(name), changed]] : []))));
}

/**
 * Adds a version; none is ever changed.
 * @param markdown null for the text that Magpie brings
 * @returns false when somebody else has just added a version of this number
 */
export async function addVersion(
  db: Db,
  { name, version, markdown, savedAt }: { name: TextName; version: number; markdown: string | null; savedAt: Date },
): Promise<boolean> {
  const added = await db
    .insertInto('text_versions')
    .values({ name, version, markdown, saved_at: savedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}
