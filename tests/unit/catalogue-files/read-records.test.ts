import { appendFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { issueText } from '../../../src/features/catalogue/check-record.ts';
import { brand, temporaryFolder } from '../../support/catalogue.ts';
import { linesOf, readAs, recordsOf } from '../../support/read-file.ts';

const json = (slug: string) => JSON.stringify(brand({ slug }));

describe('JSON lines', () => {
  test('begin with a byte order mark, end in CRLF, and may have empty lines', async () => {
    expect(await readAs('a.jsonl', `\uFEFF${json('one')}\r\n\r\n  \n${json('two')}`)).toEqual(['1 one', '4 two']);
  });

  test.each(['', ' \n\r\n'])('are some: a file that is empty (%j) is refused, as an empty table is', async (content) => {
    expect(await readAs('a.jsonl', content)).toEqual(['0 is empty: it has no records']);
  });

  test('whose last is cut off are told as such, and not where another line is wrong', async () => {
    const whole = `${json('one')}\n${json('two')}\n`;
    const cut = 'the file ends in this line and seems to be cut off; look whether it is whole';
    expect(await readAs('a.jsonl', whole.slice(0, -5))).toEqual([
      '1 one',
      expect.stringMatching(new RegExp(`^2 is not valid JSON: .*; ${cut}$`)),
    ]);
    expect(await readAs('a.jsonl', `{"type":\n${json('two')}`)).toEqual([expect.not.stringContaining(cut), '2 two']);
  });

  test('may have been several files, each with a byte order mark', async () => {
    expect(await readAs('a.jsonl', `\uFEFF${json('one')}\n\uFEFF${json('two')}\n`)).toEqual(['1 one', '2 two']);
  });

  test('may be compressed', async () => {
    expect(await readAs('a.ndjson.gz', gzipSync(`${json('one')}\n${json('two')}\n`))).toEqual(['1 one', '2 two']);
  });

  test('are each checked by themselves', async () => {
    const lines = await readAs('a.jsonl', `${json('one')}\n{"type":\n42\n${json('two')}\n`);
    expect(lines).toEqual(['1 one', expect.stringMatching(/^2 is not valid JSON: /), '3 must be a JSON object, in { and }', '4 two']);
  });

  test.each([
    [
      'a list over several lines',
      '[\n  {"type":"brand"},\n  {"type":"brand"}\n]\n',
      "1 is a list in JSON; one record a line is read, as this writes them: jq -c '.[]' FILE",
    ],
    ['a list in a line', `\n[${json('one')}]`, "2 is a list in JSON; one record a line is read, as this writes them: jq -c '.[]' FILE"],
    [
      'a record over several lines',
      JSON.stringify(brand(), null, 2),
      '1 is JSON over several lines; one record a line is read, as this writes them: jq -c . FILE',
    ],
  ])('that are none, but %s, are one problem with what to do', async (_, content, problem) => {
    expect(await readAs('a.jsonl', content)).toEqual([problem]);
  });

  test('that are no UTF-8 or too long are told and passed over', async () => {
    const broken = Buffer.concat([
      Buffer.from(`${json('one')}\n{"`),
      Buffer.from([0xff]),
      Buffer.from(`"}\n${'x'.repeat(1024 * 1024 + 1)}\n${json('two')}\n`),
    ]);
    expect(await readAs('a.jsonl', broken)).toEqual([
      '1 one',
      '2 is not valid UTF-8; save the file with the encoding UTF-8',
      '3 is longer than 1 MiB',
      '4 two',
    ]);
  });

  test('keep characters whole that lie across two blocks of the file', async () => {
    const path = join(await temporaryFolder(), 'a.jsonl');
    for (let count = 0; count < 20; count++)
      await appendFile(path, `${JSON.stringify(brand({ slug: `b${count}`, name: '€'.repeat(90), x: '€'.repeat(5_000) }))}\n`);
    const lines = await linesOf(path);
    expect(lines).toHaveLength(20);
    expect(lines.every((line) => line.includes('x: unknown field'))).toBe(true);
  });
});

describe('a file of another kind than its name says is one problem with what to do', () => {
  const HTML = '<!DOCTYPE html>\n<html><head><title>503 Service Unavailable</title></head></html>\n';
  const IS_HTML = /^0 is a page of HTML, such as one that tells an error or asks for a log-in: download the file again/;
  test.each<[string, string, string | Uint8Array, RegExp]>([
    ['a page that tells an error', 'a.csv', HTML, IS_HTML],
    ['such a page', 'a.xml', `\uFEFF \n${HTML.toLowerCase()}`, IS_HTML],
    ['such a page', 'a.jsonl', HTML, IS_HTML],
    ['such a page behind a comment', 'a.csv', `<!-- served from a cache -->\n${HTML}`, IS_HTML],
    ['the head of a page alone', 'a.csv', '<head><title>502 Bad Gateway</title></head>\n', IS_HTML],
    ['a table of HTML', 'a.csv', '<table border="1"><tr><td>title</td></tr></table>', IS_HTML],
    ['such a page', 'a.xlsx', HTML, IS_HTML],
    ['such a page', 'a.csv.gz', HTML, IS_HTML],
    ['a table that is not compressed', 'a.csv.gz', 'sourceId,title\n', /^0 is not compressed: take \.gz from its name$/],
    ['a compressed table', 'a.csv', gzipSync('sourceId,title\n'), /^0 is compressed: give it a name that ends in \.gz too/],
    ['a workbook', 'a.csv', 'PK\x03\x04', /^0 is a workbook or a ZIP archive: name a workbook \.xlsx, and unpack an archive$/],
    ['a workbook of before 2007', 'a.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^0 is a workbook of the old kind \(\.xls\)/],
    ['a PDF', 'a.txt', '%PDF-1.7\n', /^0 is a PDF: ask for the data as a table$/],
    ['a feed', 'a.csv', '<?xml version="1.0"?>\n<rss/>\n', /^0 is XML: give it a name that ends in \.xml$/],
    ['JSON', 'a.csv', '{"type":"deal"}\n', /^0 is JSON: give it a name that ends in \.jsonl$/],
    ['an archive', 'a.zip', 'PK\x03\x04', /^0 must end in .*; it is a workbook or a ZIP archive: .* unpack an archive$/],
    ['JSON', 'a.json', '{"type":"deal"}\n', /^0 must end in .*; it is JSON: give it a name that ends in \.jsonl$/],
  ])('%s as %s', async (_, name, content, problem) => {
    expect(await readAs(name, content)).toEqual([expect.stringMatching(problem)]);
  });
});

test('the ending of a compressed file may be in capitals', async () => {
  expect(await readAs('A.JSONL.GZ', gzipSync(`${json('one')}\n`))).toEqual(['1 one']);
});

describe('a file', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['a.xls', 'x', '0 must end in .jsonl, .ndjson, .csv, .tsv, .txt or .xml (or one of these and .gz), or in .xlsx'],
    ['a.xlsx', 'x', '0 is damaged or not a workbook: open it in a spreadsheet program and save it as .xlsx or CSV'],
    ['a.xlsx', Buffer.alloc(16 * 1024 * 1024 + 1), '0 is larger than 16 MiB: save it as CSV, which may have any size'],
    ['a.jsonl.gz', 'this is not compressed', '0 is not compressed: take .gz from its name'],
    ['a.jsonl.gz', gzipSync(json('one')).subarray(0, 30), '0 is damaged: it cannot be decompressed'],
  ])('%s that cannot be read is told as a whole', async (name, content, expected) => {
    expect(await readAs(name, content)).toEqual([expected]);
  });

  test('that is missing or a folder is told as a whole', async () => {
    const folder = join(await temporaryFolder(), 'folder.jsonl');
    expect(await linesOf(folder)).toEqual(['0 does not exist']);
    await mkdir(folder);
    expect(await linesOf(folder)).toEqual(['0 is a folder']);
  });

  test.each(['a.jsonl', 'a.csv', 'a.xml', 'a.xlsx'])('that is none on a disk is refused unread as %s', async (name) => {
    const path = join(await temporaryFolder(), name);
    await symlink('/dev/null', path);
    expect(await linesOf(path)).toEqual(['0 is a pipe or a device: save what comes from it to a file, and import that one']);
  });
});

test('a list price that is 0 or the price itself says in a file that there is none; another that is no more than the price is refused', async () => {
  const path = join(await temporaryFolder(), 'products.csv');
  const rows = ['a,20,20.00', 'b,20,0.00', 'c,free,$0', 'd,20,15', 'e,20,dear', 'f,BOGO,dear', 'g,20,25', 'h,BOGO,0'];
  const table = ['id,price,list price', ...rows].map(
    (row, at) => `${row},${at === 0 ? 'title,url' : 'A desk lamp,https://shop.example/p'}`,
  );
  await writeFile(path, table.join('\n'));
  const map = { columns: { id: 'sourceId' }, values: { store: 'acme', category: 'lamps', postedAt: '2026-02-01' }, ignoreOthers: false };
  const read = (await recordsOf(path, map)).map((one) => [
    'record' in one ? ('listPrice' in one.record ? one.record.listPrice : undefined) : one.problems.map(issueText),
    one.repaired,
  ]);
  const leftOut = [undefined, [{ field: 'listPrice', what: '0 or the price itself, left out' }]];
  const refused = (reason: string) => [[expect.stringContaining(reason)], []];
  expect(read).toEqual([
    leftOut,
    leftOut,
    leftOut,
    refused('listPrice: must be more than the price, which is 20.00'),
    refused('listPrice: must be an amount'),
    refused('listPrice: must be an amount'),
    [2_500, []],
    leftOut,
  ]);
});
