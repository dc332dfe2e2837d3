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

test.each(['utf-16le', 'utf-16be'])('a file in %s is read by its byte order mark', async (encoding) => {
  const file = join(await temporaryFolder(), 'about.md');
  const bytes = Buffer.from('\uFEFFCafé 京', 'utf16le');
  await writeFile(file, encoding === 'utf-16be' ? bytes.swap16() : bytes);
  expect(await readInput(file)).toBe('Café 京');
});

test('a file in another encoding is refused, so that its letters are not lost, unless they do not matter', async () => {
  const file = join(await temporaryFolder(), 'about.md');
  await writeFile(file, Buffer.from('Caf\u00e9,1', 'latin1'));
  await expect(readInput(file)).rejects.toThrow(`${file} is not UTF-8; save it with the encoding UTF-8`);
  expect(await readInput(file, { isLegacy: true })).toMatch(/^Caf.,1$/);
});
