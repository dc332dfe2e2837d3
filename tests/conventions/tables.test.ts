import { describe, expect, test } from 'vitest';
import { WRITES } from '../support/house.js';
import { featureOf, layerOf, sources } from '../support/sources.ts';

/** What the site runs; migrations make tables, and backups are loaded into all of them. */
const files = sources('src/**/*.ts').filter(({ path }) => !/^src\/(server\/db\/migrations|features\/backup)\//.test(path));
const tables = files
  .filter(({ path }) => path.startsWith('src/server/db/schema/'))
  .flatMap(({ text }) => /export interface \w+Tables \{\n([\s\S]*?)\n\}/.exec(text)?.[1]?.match(/^ {2}\w+(?=:)/gm) ?? [])
  .map((name) => name.trim());

/** What migrations have made, less what they have dropped. */
const migrations = sources('src/server/db/migrations/*.ts').map(({ text }) => text);
const named = (pattern: RegExp) => migrations.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!));
const dropped = named(/\bdrop table (?:if exists )?(\w+)/g);
const made = named(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g).filter((name) => !dropped.includes(name));

const roomOf = (path: string) => featureOf(path) ?? layerOf(path);
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

/** Tables that Kysely's builders, SQL, an upsert's target (`server/db/upsert.ts`) or `takeDueRows` write in a file. */
function writtenIn(text: string): string[] {
  const code = withoutComments(text);
  const built = [...code.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g)];
  const spelled = [...code.matchAll(/\b(?:insert into|update|delete from|truncate(?: table)?)\s+(?:only\s+)?"?(\w+)/g)];
  const upserted = [...code.matchAll(/\btable: '(\w+)',\s+(?:id: |\.\.\.BY_SLUG)/g)];
  const taken = [...code.matchAll(/\btakeDueRows\(\w+, '(\w+)'/g)];
  // Where a statement takes the table's name from a value it may be any of those that the file names as such.
  const isByValue = /\b(?:insert into|update|delete from|truncate)\s+\$\{/.test(code);
  const byValue = isByValue ? [...code.matchAll(/\b(?:table: |sql\.table\()'(\w+)'/g)] : [];
  return [...built, ...spelled, ...upserted, ...taken, ...byValue].map(([, name]) => name!).filter((name) => tables.includes(name));
}

/** They write tables that their callers name, which is found where it stands: by `{ table, id }`, an upsert's target, or the queue whose rows are taken. */
const WRITTEN_FOR_CALLERS = ['src/server/db/row-fields.ts', 'src/server/db/upsert.ts', 'src/server/due-rows.ts'];

describe('each table', () => {
  test('has its types', () => {
    expect(tables.toSorted(), 'add or take out its types in src/server/db/schema').toEqual(made.toSorted());
  });

  test('has one room that writes it', () => {
    expect(
      Object.values(WRITES).flat().toSorted(),
      'WRITES of tests/support/house.js names it under the room that alone writes it',
    ).toEqual(tables.toSorted());
  });

  test('is written by no other', () => {
    const foreign = files.flatMap(({ path, text }) =>
      [...new Set(writtenIn(text))].filter((table) => !WRITES[roomOf(path)]?.includes(table)).map((table) => `${path} writes ${table}`),
    );
    expect(foreign, 'call a function of the room that WRITES of tests/support/house.js names for the table').toEqual([]);
  });

  test('is named where it is written, or where its writer is called', () => {
    const byValue = files
      .filter(({ text }) => /\b(?:insert into|update|delete from|truncate)\s+\$\{/.test(withoutComments(text)))
      .filter(({ path, text }) => !WRITTEN_FOR_CALLERS.includes(path) && writtenIn(text).length === 0);
    expect(
      byValue.map(({ path }) => path),
      "name the tables in the file as { table: 'deals' } or sql.table('deals')",
    ).toEqual([]);
  });

  test('is written by the room that it is said to belong to, as far as no trigger or library does it', () => {
    const byThemselves = ['rate_limits', 'search_names'];
    const written = new Set(files.flatMap(({ path, text }) => writtenIn(text).map((table) => `${roomOf(path)} ${table}`)));
    const said = Object.entries(WRITES).flatMap(([room, names]) => names.map((name) => `${room} ${name}`));
    const unwritten = said.filter((one) => !written.has(one) && !byThemselves.includes(one.split(' ')[1]!));
    expect(unwritten, 'name the room that writes it in WRITES of tests/support/house.js').toEqual([]);
  });
});
