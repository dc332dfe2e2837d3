import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from '../support/sources.ts';

const files = sources('src/server/db/migrations/*.ts').map(({ path }) => basename(path, '.ts'));
const text = sources('src/server/db/migrate.ts')[0]!.text;

describe('migrations', () => {
  test('are all carried out, each under the name of its file', () => {
    const carriedOut = new Map([...text.matchAll(/^ +'(\d{4}-[\w-]+)': (\w+),$/gm)].map(([, name, module]) => [name!, module!]));
    const unnamed = files.filter((file) => !text.includes(`import * as ${carriedOut.get(file)} from './migrations/${file}.ts';`));
    expect(files.length).toBeGreaterThan(0);
    expect(unnamed, 'import each in src/server/db/migrate.ts, and name it in the list there as its file is named').toEqual([]);
  });

  test('have a number each', () => {
    const numbers = files.map((file) => file.slice(0, 4));
    const shared = files.filter((_file, at) => numbers.indexOf(numbers[at]!) !== numbers.lastIndexOf(numbers[at]!));
    expect(shared, 'give the newer one the next number').toEqual([]);
  });
});
