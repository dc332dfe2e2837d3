import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { complaintText } from '../../../src/features/catalogue/check-record.ts';
import { readRecords } from '../../../src/features/catalogue-files/read-records.ts';
import { brand, READING, temporaryFolder } from '../../support/catalogue.ts';

async function read(name: string, content: string | Uint8Array) {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  return readAll(path);
}

/** Each line as its slug or id, or as what is wrong with it. */
async function readAll(path: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const read of readRecords(path, { reading: READING, source: 'test' })) {
    const told =
      'record' in read ? ('slug' in read.record ? read.record.slug : read.record.sourceId) : read.problems.map(complaintText).join('; ');
    lines.push(`${read.line} ${told}`);
  }
  return lines;
}

const json = (slug: string) => JSON.stringify(brand({ slug }));

describe('JSON lines', () => {
  test('begin with a byte order mark, end in CRLF, and may be empty', async () => {
    expect(await read('a.jsonl', `\uFEFF${json('one')}\r\n\r\n  \n${json('two')}`)).toEqual(['1 one', '4 two']);
  });

  test('may be compressed', async () => {
    expect(await read('a.ndjson.gz', gzipSync(`${json('one')}\n${json('two')}\n`))).toEqual(['1 one', '2 two']);
  });

  test('are each checked by themselves', async () => {
    const lines = await read('a.jsonl', `${json('one')}\n{"type":\n42\n${json('two')}\n`);
    expect(lines).toEqual(['1 one', expect.stringMatching(/^2 is not valid JSON: /), '3 must be a JSON object, in { and }', '4 two']);
  });

  test('that are no UTF-8 or too long are told and passed over', async () => {
    const broken = Buffer.concat([
      Buffer.from(`${json('one')}\n{"`),
      Buffer.from([0xff]),
      Buffer.from(`"}\n${'x'.repeat(1024 * 1024 + 1)}\n${json('two')}\n`),
    ]);
    expect(await read('a.jsonl', broken)).toEqual([
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
    const lines = await readAll(path);
    expect(lines).toHaveLength(20);
    expect(lines.every((line) => line.includes('x: unknown field'))).toBe(true);
  });
});

describe('CSV', () => {
  const HEADER = 'sourceId,title,store,category,url,price';
  const row = (id: string, title = 'A game') => `${id},${title},acme,games,https://acme.example/,5`;

  test('takes deals of the source that is given, unless a line names another', async () => {
    const path = join(await temporaryFolder(), 'a.csv');
    await writeFile(
      path,
      `${HEADER},collections,variants,prices,expired,votesUp\n${row('1')},a|b,red | blue,2024-01-20=54.99|2024-02-20=free,yes,7\n`,
    );
    const first = await readRecords(path, { reading: READING, source: 'test' }).next();
    expect(first.value).toMatchObject({
      line: 2,
      record: {
        type: 'deal',
        source: 'test',
        sourceId: '1',
        price: 500,
        collections: ['a', 'b'],
        variants: ['red', 'blue'],
        prices: [
          ['2024-01-20', 5499],
          ['2024-02-20', 0],
        ],
        expired: true,
        votesUp: 7,
      },
    });
  });

  test('takes every type by its column, with empty cells for what a type has not', async () => {
    const content = `type,slug,name,source,sourceId,username,joinedAt,rule,title,description,position
brand,zeta,Zeta,,,,,,,,
member,,,x,m1,Ada,2025-01-01,,,,
collection,low,,,,,,"{""items"":""deals"",""lowest"":true}",Low,At their lowest,3
`;
    expect(await read('a.csv', content)).toEqual(['2 zeta', '3 m1', '4 low']);
  });

  test('counts true lines, through quoted line breaks, CRLF, a byte order mark and empty lines', async () => {
    const content = `\uFEFF${HEADER},description\r\n${row('1')},"one\r\n\r\ntwo, ""three"""\r\n\r\n${row('2')},\r\n${row('')},\r\n`;
    expect(await read('a.csv', content)).toEqual(['2 1', '6 2', expect.stringMatching(/^7 sourceId: is missing/)]);
  });

  test('names unknown and repeated columns, and reads no further', async () => {
    const lines = await read('a.csv', `sourceId,titel,price,price\n1,a,2,3\n`);
    expect(lines).toEqual([expect.stringMatching(/^1 titel: unknown field; the known ones are type, slug, .*; price: is named twice$/)]);
  });

  test.each<[string, string, string[]]>([
    ['too few cells', `${row('1')}\n1,2\n${row('3')}\n`, ['2 1', '3 has 2 cells, but the first line names 6', '4 3']],
    [
      'a mark within a cell',
      `${row('1')}\n${row('2', '27" and 28" screens')}\n${row('3')}\n`,
      ['2 1', expect.stringMatching(/^3 has a quotation mark in the wrong place/) as string, '4 3'],
    ],
    [
      'a mark left open',
      `${row('1')}\n${row('2', '"open')}\n${row('3')}\n`,
      ['2 1', '3 opens a quotation mark that is never closed; nothing after it was read'],
    ],
  ])('tells %s', async (_name, rows, expected) => {
    expect(await read('a.csv', `${HEADER}\n${rows}`)).toEqual(expected);
  });

  test('tells a line that is no UTF-8', async () => {
    const content = Buffer.concat([Buffer.from(`${HEADER}\n`), Buffer.from([0xe9]), Buffer.from(`${row('1')}\n${row('2')}\n`)]);
    expect(await read('a.csv', content)).toEqual(['2 is not valid UTF-8; save the file with the encoding UTF-8', '3 2']);
  });

  test('may be empty', async () => {
    expect(await read('a.csv', '')).toEqual([]);
  });
});

describe('a file', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['a.xlsx', 'x', '0 must end in .jsonl, .ndjson or .csv (or one of these and .gz)'],
    ['a.jsonl.gz', 'this is not compressed', '0 is damaged: it cannot be decompressed'],
    ['a.jsonl.gz', gzipSync(json('one')).subarray(0, 30), '0 is damaged: it cannot be decompressed'],
  ])('%s that cannot be read is told as a whole', async (name, content, expected) => {
    expect(await read(name, content)).toEqual([expected]);
  });

  test('that is missing or a folder is told as a whole', async () => {
    const folder = join(await temporaryFolder(), 'folder.jsonl');
    expect(await readAll(folder)).toEqual(['0 does not exist']);
    await mkdir(folder);
    expect(await readAll(folder)).toEqual(['0 is a folder']);
  });
});
