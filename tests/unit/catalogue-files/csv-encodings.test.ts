import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/catalogue.ts';
import { readAs, recordsOf } from '../../support/read-file.ts';

describe('CSV in an encoding of spreadsheets', () => {
  const HEADER = 'sourceId,title,store,category,url,price';
  const row = (id: string, title = 'A game') => `${id},${title},acme,games,https://acme.example/,5`;

  test.each([
    ['utf-16le', 'with', '\uFEFF'],
    ['utf-16be', 'with', '\uFEFF'],
    ['utf-16le', 'without', ''],
    ['utf-16be', 'without', ''],
  ])('may be %s %s a byte order mark', async (encoding, _with, mark) => {
    const bytes = Buffer.from(`${mark}${HEADER}\r\n${row('1', 'Café “X” 京')}\r\n`, 'utf16le');
    const path = join(await temporaryFolder(), 'a.csv');
    await writeFile(path, encoding === 'utf-16be' ? bytes.swap16() : bytes);
    expect((await recordsOf(path))[0]).toMatchObject({ record: { title: 'Café “X” 京' } });
  });

  test('is told to be UTF-16 where that is not sure without its mark', async () => {
    const path = join(await temporaryFolder(), 'a.csv');
    await writeFile(path, Buffer.from(`Цена,title\n${row('1')}\n${row('2')}\n`, 'utf16le'));
    const all = await recordsOf(path);
    const reason = 'is UTF-16 without a byte order mark, or no text at all; save the file as text with the encoding UTF-8';
    expect(all).toMatchObject([{ line: 1, problems: [{ field: '', reason }] }]);
  });

  test('is told to have a NUL character, or to be no text', async () => {
    const nul = "has a NUL character, which no text may have; take it out, such as with: tr -d '\\000' < FILE > NEW-FILE";
    expect(await readAs('a.csv', `${HEADER}\n${row('1', 'Caf\0é')}\n${row('2')}\n`)).toEqual([`2 ${nul}`, '3 2']);
    expect(await readAs('a.csv', 'II*\0\x08\0\0\0a picture')).toEqual([
      '1 is UTF-16 without a byte order mark, or no text at all; save the file as text with the encoding UTF-8',
    ]);
  });

  test('is read as Windows-1252 where it is no UTF-8, which is told', async () => {
    const path = join(await temporaryFolder(), 'a.csv');
    const old = Buffer.from(`${row('1', 'Caf\u00e9 \u0080')}\n`, 'latin1');
    await writeFile(path, Buffer.concat([Buffer.from(`${HEADER}\n`), old, Buffer.from(`${row('2', 'Café')}\n`)]));
    const all = await recordsOf(path);
    expect(all).toMatchObject([
      { legacy: 'Windows-1252', record: { title: 'Café €' } },
      { legacy: undefined, record: { title: 'Café' } },
    ]);
  });

  test.each([
    ['ja', 'Shift_JIS', '8e9190b693b082cc955c', '資生堂の表'],
    ['pl-PL', 'Windows-1250', 'af6172f3776b61', 'Żarówka'],
    ['sr-Latn-RS', 'Windows-1250', '8aef', 'Šď'],
    ['sr-RS', 'Windows-1251', 'cbe0ecefe0', 'Лампа'],
    ['ru-RU', 'Windows-1251', 'cbe0ecefe0', 'Лампа'],
    ['ko-KR', 'EUC-KR', 'b7a5c7c1', '램프'],
    ['zh-CN', 'GB18030', 'cca8b5c6', '台灯'],
    ['zh-TW', 'Big5', 'c269bf4f', '檯燈'],
    ['el-GR', 'Windows-1253', 'cbdcecf0e1', 'Λάμπα'],
    ['tr-TR', 'Windows-1254', '49fefd6b', 'Işık'],
    ['he-IL', 'Windows-1255', 'eee9f8e4', 'מירה'],
    ['ar-EG', 'Windows-1256', 'e3d5c8c7cd', 'مصباح'],
    ['th-TH', 'Windows-874', 'e2a4c1e4bf', 'โคมไฟ'],
    ['de-CH', 'Windows-1252', '42fc63686572', 'Bücher'],
  ] as const)(
    'on a site in %s is read as %s where it is no UTF-8, as its spreadsheets write it',
    async (locale, encoding, bytes, title) => {
      const path = join(await temporaryFolder(), 'a.csv');
      const [before = '', behind = ''] = `${HEADER}\n${row('1', '"|, 1"')}\n`.split('|');
      await writeFile(path, Buffer.concat([Buffer.from(before), Buffer.from(bytes, 'hex'), Buffer.from(behind)]));
      const all = await recordsOf(path, undefined, locale);
      expect(all).toMatchObject([{ legacy: encoding, record: { title: `${title}, 1` } }]);
    },
  );

  test('is told to be no text of the site’s language where it cannot be read as such', async () => {
    const path = join(await temporaryFolder(), 'a.csv');
    await writeFile(path, Buffer.from(`${HEADER}\n${row('1', 'Caf\u00e9')}\n${row('2')}\n`, 'latin1'));
    expect(await recordsOf(path, undefined, 'ja')).toMatchObject([
      { line: 2, problems: [{ reason: 'is not valid UTF-8, nor Shift_JIS; save the file with the encoding UTF-8' }] },
      { line: 3, record: { sourceId: '2' } },
    ]);
  });
});
