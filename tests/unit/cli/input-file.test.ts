import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readInput } from '../../../src/cli/input-file.ts';
import { temporaryFolder } from '../../support/catalogue.ts';

test('a byte order mark, which Notepad writes, is no part of what a file holds', async () => {
  const file = join(await temporaryFolder(), 'deal.json');
  await writeFile(file, '\uFEFF{"title":"A lamp"}\r\n');
  expect(await readInput(file)).toBe('{"title":"A lamp"}\r\n');
});
