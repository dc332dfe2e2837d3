import { describe, expect, test } from 'vitest';
import { WRITES } from '../support/house.js';
import { featureOf, layerOf, sources } from '../support/sources.ts';

/** What the site runs; migrations make tables, and backups are loaded into all of them. */
const files = sources('src/**/*.ts').filter(({ path }) => !/^src\/(server\/db\/migrations|features\/backup)\//.test(path));
const tables = files
  .filter(({ path }) => path.startsWith('src/server/db/schema/'))
  .flatMap(({ text }) => /export interface \w+Tables \{\n([\s\S]*?)\n\}/.exec(text)?.[1]?.match(/^ {2}\w+(?=:)/gm) ?? [])
  .map((name) => name.trim());

const roomOf = (path: string) => featureOf(path) ?? layerOf(path);
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

/** Tables that Kysely's builders, SQL or an upsert's target (`server/db/upsert.ts`) write in a file. */
function writtenIn(text: string): string[] {
  const code = withoutComments(text);
  const built = [...code.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g)];
  const spelled = [...code.matchAll(/\b(?:insert into|update|delete from|truncate(?: table)?)\s+(?:only\s+)?"?(\w+)/g)];
  const upserted = [...code.matchAll(/\btable: '(\w+)',\s+(?:id: |\.\.\.BY_SLUG)/g)];
  return [...built, ...spelled, ...upserted].map(([, name]) => name!).filter((name) => tables.includes(name));
}

describe('each table', () => {
  test('has one room that writes it', () => {
    expect(Object.values(WRITES).flat().toSorted()).toEqual(tables.toSorted());
  });

  test('is written by no other', () => {
    const foreign = files.flatMap(({ path, text }) =>
      [...new Set(writtenIn(text))].filter((table) => !WRITES[roomOf(path)]?.includes(table)).map((table) => `${path} writes ${table}`),
    );
    expect(foreign).toEqual([]);
  });

  test('is written by the room that it is said to belong to, as far as no trigger or library does it', () => {
    const byThemselves = ['rate_limits', 'search_names'];
    const written = new Set(files.flatMap(({ path, text }) => writtenIn(text).map((table) => `${roomOf(path)} ${table}`)));
    const said = Object.entries(WRITES).flatMap(([room, names]) => names.map((name) => `${room} ${name}`));
    expect(said.filter((one) => !written.has(one) && !byThemselves.includes(one.split(' ')[1]!))).toEqual([]);
  });
});
