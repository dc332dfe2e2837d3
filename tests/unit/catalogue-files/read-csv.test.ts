import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readColumnMap } from '../../../src/features/catalogue-files/column-map.ts';
import { temporaryFolder } from '../../support/catalogue.ts';
import { readAs, recordsOf } from '../../support/read-file.ts';

describe('CSV', () => {
  const HEADER = 'sourceId,title,store,category,url,price';
  const row = (id: string, title = 'A game') => `${id},${title},acme,games,https://acme.example/,5`;

  test.each(['', '\n \n', 'sep=,\n'])('needs a first line, which an empty file (%j) has not', async (content) => {
    expect(await readAs('a.csv', content)).toEqual(['0 is empty: the first line of a table names its fields']);
    expect(await readAs('a.csv', `${content}${HEADER}\n`)).toEqual([]);
  });

  test('takes deals of the source that is given, unless a line names another', async () => {
    const path = join(await temporaryFolder(), 'a.csv');
    await writeFile(
      path,
      `${HEADER},collections,variants,prices,expired,votesUp\n${row('1')},a|b,red | blue,2024-01-20=54.99|2024-02-20=free,yes,7\n`,
    );
    const [first] = await recordsOf(path);
    expect(first).toMatchObject({
      line: 2,
      record: {
        type: 'deal',
        source: 'test',
        sourceId: '1',
        price: { cents: 500, terms: null },
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

  test('takes yes and no in other words, too', async () => {
    const path = join(await temporaryFolder(), 'a.csv');
    const words = ['yes', 'TRUE', 'y', 'on', '1', 'No', 'false', 'n', 'Off', '0'];
    await writeFile(path, [`${HEADER},expired,offSite`, ...words.map((word) => `${row(word)},${word},${word}`)].join('\n'));
    const all = await recordsOf(path);
    expect(all).toMatchObject(words.map((_, at) => ({ record: { expired: at < 5, offSite: at < 5 } })));
  });

  test('takes every type by its column, with empty cells for what a type has not', async () => {
    const content = `type,slug,name,source,sourceId,username,joinedAt,rule,title,description,position
brand,zeta,Zeta,,,,,,,,
member,,,x,m1,Ada,2025-01-01,,,,
collection,low,,,,,,"{""items"":""deals"",""lowest"":true}",Low,At their lowest,3
`;
    expect(await readAs('a.csv', content)).toEqual(['2 zeta', '3 m1', '4 low']);
  });

  test.each([
    ['CR alone, as Excel writes it for the Macintosh', '\r', ['2 1', '6 2']],
    ['CRLF, with CR within a cell', '\r\n', ['2 1', '5 2']],
    ['LF, with CR within a cell', '\n', ['2 1', '5 2']],
  ])('may end its lines in %s', async (_, end, lines) => {
    const content = [`${HEADER},description`, `${row('1')},"one`, 'two\rthree"', '', `${row('2')},`, ''].join(end);
    expect(await readAs('a.csv', content)).toEqual(lines);
  });

  test('with thousands of unknown columns names the first, and how all are left out', async () => {
    const path = join(await temporaryFolder(), 'wide.csv');
    await writeFile(path, `${HEADER},${Array.from({ length: 5_000 }, (_, at) => `column ${at}`).join(',')}\n`);
    const reason = expect.stringMatching(/^unknown columns: column 0, .{500,600}, column 49 and 4950 more$/) as string;
    const advice = expect.stringMatching(/^.{300,900} \{"ignoreOthers": true\} leaves all of them out, .{30,60}$/s) as string;
    expect(await recordsOf(path)).toMatchObject([{ line: 1, problems: [{ reason, advice }] }]);
  });

  test('counts true lines, through quoted line breaks, CRLF, a byte order mark and empty lines', async () => {
    const content = `\uFEFF${HEADER},description\r\n${row('1')},"one\r\n\r\ntwo, ""three"""\r\n\r\n${row('2')},\r\n${row('')},\r\n`;
    expect(await readAs('a.csv', content)).toEqual(['2 1', '6 2', expect.stringMatching(/^7 sourceId: is missing/)]);
  });

  test('names unknown and repeated columns, and reads no further', async () => {
    const lines = await readAs('a.csv', `sourceId,titel,price,price,Colour\n1,a,2,3,4\n`);
    expect(lines).toEqual(['1 unknown columns: titel, Colour; price: is named twice']);
  });

  test('says of unknown columns what can be done', async () => {
    const adviceOn = async (content: string) => {
      const path = join(await temporaryFolder(), 'a.csv');
      await writeFile(path, content);
      const one = (await recordsOf(path))[0]!;
      return 'problems' in one && one.problems[0]?.advice?.split('\n');
    };
    const fields = expect.stringMatching(/^The fields of a deal are type, source, sourceId, title, .*offSite\.$/) as string;
    const map = expect.stringMatching(/--map FILE .*: \{"columns":\{"titel":null,"Colour":null\}\}$/) as string;
    expect(await adviceOn('sourceId,titel,Colour\n')).toEqual([fields, map]);
    const noNames = expect.stringMatching(/no names of columns: if they are further down, take the lines above them out/) as string;
    expect(await adviceOn('titel,Colour\n')).toEqual([noNames, fields, map]);
    expect(await adviceOn('type,titel,Colour\n')).toEqual(['docs/import.md lists the fields of each type.', map]);
    expect(await readAs('a.csv', 'sourceId|title|price\n1|A game|5\n')).toEqual([
      '1 seems to be split by |, not by commas, semicolons or tabs; write the line sep=| above it',
    ]);
  });

  test.each<[string, string, string[]]>([
    ['too few cells', `${row('1')}\n1,2\n${row('3')}\n`, ['2 1', '3 has 2 cells, but the first line names 6', '4 3']],
    [
      'a row that is cut off',
      `${row('1')}\n2,A game`,
      [
        '2 1',
        '3 has 2 of the 6 cells that the first line names; the file ends in this line and seems to be cut off; look whether it is whole',
      ],
    ],
    ['no row that is whole as cut off', `${row('1')}\n${row('2')}`, ['2 1', '3 2']],
    [
      'a mark behind a quotation',
      `${row('1')}\n${row('2', '"27" screen"')}\n${row('3')}\n`,
      ['2 1', expect.stringMatching(/^3 has a quotation mark in the wrong place/) as string, '4 3'],
    ],
    [
      'a mark left open',
      `${row('1')}\n${row('2', '"open')}\n${row('3')}\n`,
      ['2 1', '3 opens a quotation mark that is never closed; nothing after it was read'],
    ],
  ])('tells %s', async (_name, rows, expected) => {
    expect(await readAs('a.csv', `${HEADER}\n${rows}`)).toEqual(expected);
  });

  test('has no empty rows, columns or cells that spreadsheets leave at the end', async () => {
    expect(await readAs('a.csv', `,,\n${HEADER},,\n,,,,,\n${row('1')}\n${row('2')},\n${row('3')},,,\n , ,\n`)).toEqual([
      '4 1',
      '5 2',
      '6 3',
    ]);
    const told = 'has 7 cells, but the first line names 6';
    expect(await readAs('a.csv', `${HEADER}\n${row('1')},x\n${row('2')},\n`)).toEqual([`2 ${told}`, '3 2']);
    expect(await readAs('a.csv', `,${HEADER}\n,${row('1')}\nx,${row('2')}\n`)).toEqual([
      '2 1',
      '3 has a value in column 1, which has no name; name it in the first line',
    ]);
  });

  test('keeps marks within cells, which open no quotation', async () => {
    const titles: [written: string, read: string][] = [
      ['A 27" monitor', 'A 27" monitor'],
      ['A 27"', 'A 27"'],
      ['"27"" and ""28"""', '27" and "28"'],
      ['A "big" game', 'A "big" game'],
      ['Last "', 'Last "'],
    ];
    for (const delimiter of [',', '\t']) {
      const path = join(await temporaryFolder(), 'a.csv');
      const rows = [HEADER, ...titles.map(([written], at) => row(String(at), written))];
      await writeFile(path, rows.join('\n').replaceAll(',', delimiter));
      const all = await recordsOf(path);
      expect(all).toMatchObject(titles.map(([, title]) => ({ record: { title } })));
    }
  });

  test('is split by what stands between the names of its first line', async () => {
    for (const delimiter of [',', ';', '\t'])
      expect(await readAs('a.csv', `${HEADER}\n${row('1')}\n`.replaceAll(',', delimiter))).toEqual(['2 1']);
    expect(await readAs('a.csv', `sep=;\n${HEADER}\n${row('1')}\n`.replaceAll(',', ';'))).toEqual(['3 1']);
    expect(await readAs('a.tsv', `sourceId\ttitle\t"a,b,c,d,e,f"\n`)).toEqual(['1 unknown columns: a,b,c,d,e,f']);
  });

  test('names its columns in any case', async () => {
    expect(await readAs('a.csv', `Source ID,Title,STORE,category,URL,Price,List price\n${row('1')},\n`)).toEqual(['2 1']);
  });

  test('has its texts repaired, which is told', async () => {
    const path = join(await temporaryFolder(), 'a.csv');
    await writeFile(path, `${HEADER}\n${row('1', 'Black &amp; Decker 27&quot; donâ€™t')}\n`);
    expect((await recordsOf(path))[0]).toMatchObject({
      repaired: [
        { field: 'title', what: 'HTML entities' },
        { field: 'title', what: 'mojibake' },
      ],
      record: { title: 'Black & Decker 27" don’t' },
    });
  });

  describe('of a partner, with a map', () => {
    const OURS = { columns: { SKU: 'sourceId', 'Product Name': 'title', Link: 'url', 'Our price': 'price', Stock: null } };
    const table = 'SKU,Product Name,Link,Our price,Stock\n7,A game,https://acme.example/,5,12\n';
    const readMapped = async (json: unknown) => {
      const path = join(await temporaryFolder(), 'a.csv');
      await writeFile(path, table);
      return (await recordsOf(path, readColumnMap(json)))[0]!;
    };

    test('is read by it, and has the values that it gives to all', async () => {
      expect(await readMapped({ ...OURS, values: { store: 'acme', category: 'games', source: 'acme-feed' } })).toMatchObject({
        line: 2,
        record: { type: 'deal', source: 'acme-feed', sourceId: '7', title: 'A game', store: 'acme', price: { cents: 500, terms: null } },
      });
    });

    test('has lists, numbers, and yes or no, as cells have them', async () => {
      const values = { store: 'acme', category: 'games', shipsTo: 'DE|AT', expired: 'yes', votesUp: '3', votesDown: 2 };
      expect(await readMapped({ ...OURS, values })).toMatchObject({
        record: { shipsTo: ['DE', 'AT'], expired: true, votesUp: 3, votesDown: 2 },
      });
    });

    test('may have other columns when they are to be left out', async () => {
      const { Stock: _stock, ...columns } = OURS.columns;
      const values = { store: 'acme', category: 'games' };
      expect(await readMapped({ columns, values, ignoreOthers: true })).toHaveProperty('record');
      expect(await readMapped({ columns, values })).toMatchObject({
        line: 1,
        problems: [{ reason: 'unknown columns: Stock', advice: expect.stringContaining('--map') as string }],
      });
    });

    test('names a column that the file has not', async () => {
      const columns = { ...OURS.columns, sku: 'brand', Colour: 'variants', Weight: null };
      expect(await readMapped({ columns, ignoreOthers: true })).toMatchObject({
        ...{ line: 1, problems: [{ reason: '--map: no column "sku", "Colour"; the file has SKU, Product Name, Link, Our price, Stock' }] },
      });
    });

    test('is told of where a column is called type, and says another type than that of a record', async () => {
      const path = join(await temporaryFolder(), 'a.csv');
      await writeFile(path, 'Type,sourceId,title,store,category,url,price,Stock\nsimple,1,A game,acme,games,https://acme.example/,5,3\n');
      const typed = async (columns: object) => (await recordsOf(path, readColumnMap({ columns, ignoreOthers: true })))[0];
      expect(await typed({})).toMatchObject({
        problems: [{ field: 'type', advice: expect.stringMatching(/is left out by a map .*\{"columns": \{"Type": null\}\}\.$/) as string }],
      });
      expect(await typed({ Type: null })).toMatchObject({ record: { type: 'deal', sourceId: '1' } });
    });

    test('gives a field to the column that it names, where another one is called so', async () => {
      const headed = async (content: string, json: unknown) => {
        const path = join(await temporaryFolder(), 'a.csv');
        await writeFile(path, content);
        return (await recordsOf(path, readColumnMap(json)))[0]!;
      };
      const columns = { 'Short description': 'description', 'Sale price': 'price' };
      const content = `sourceId,title,store,category,url,Description,Short description,Sale price\n1,A game,acme,games,https://acme.example/,Long,Short,5\n`;
      expect(await headed(content, { columns, ignoreOthers: true })).toMatchObject({ record: { description: 'Short' } });
      expect(await headed(content, { columns })).toMatchObject({
        problems: [
          {
            ...{ field: 'Short description', reason: 'is description, as the column "Description" is' },
            advice: 'A map leaves one of them out: --map FILE with {"columns": {"Description":null}}.',
          },
        ],
      });
    });

    test('has the price of what is not on sale, where its columns are that of a sale and that of the price', async () => {
      const path = join(await temporaryFolder(), 'a.csv');
      const sales = ['5', '', '0', '0.00', '0.00 USD', 'n/a', 'free'];
      const rows = sales.map((sale, at) => `${at},A game,acme,games,https://acme.example/,${sale},7.00,20`);
      const table = (header: string) =>
        `sourceId,title,store,category,url,${header},Weight\n${rows.join('\n')}\n8,A game,acme,games,https://acme.example/,,,1\n`;
      await writeFile(path, table('Sale,Regular'));
      const columns = { Sale: 'price', Regular: 'listPrice', Weight: null };
      const all = await recordsOf(path, readColumnMap({ columns }));
      const priced = all.map((read) => ('record' in read ? read.record : undefined));
      expect(priced.slice(0, -1)).toMatchObject([
        { price: { cents: 500 }, listPrice: 700 },
        ...[1, 2, 3, 4].map(() => ({ price: { cents: 700 } })),
        ...[undefined],
        { price: { cents: 0 }, listPrice: 700 },
      ]);
      for (const at of [1, 2, 3, 4]) {
        expect(priced[at]).not.toHaveProperty('listPrice');
        expect(all[at]).toMatchObject({ repaired: [{ field: 'price', what: 'none, the list price taken' }] });
      }
      expect(all.at(-1)).toMatchObject({ problems: [{ field: 'price', reason: expect.stringContaining('is missing') as string }] });
      await writeFile(path, table('Wholesale,Regular'));
      const noSale = { Wholesale: 'price', Regular: 'listPrice', Weight: null };
      expect((await recordsOf(path, readColumnMap({ columns: noSale })))[1]).toMatchObject({ problems: [{ field: 'price' }] });
    });

    describe('may have a column that says what is in stock', () => {
      const stocked = async (columns: object, content: string) => {
        const path = join(await temporaryFolder(), 'a.csv');
        await writeFile(path, content);
        return recordsOf(path, readColumnMap({ columns }));
      };

      test.each([
        ['in_stock', ['1', '12', '12.0000', '1,200', 'Yes', 'true'], ['0', '-3', '0.0', 'no', 'FALSE']],
        ['availability', ['in stock', 'in_stock', 'InStock', 'preorder', 'https://schema.org/InStock'], ['out of stock', 'OutOfStock']],
        ['stock_status', ['instock', 'onbackorder', 'Available', 'Limited Availability'], ['outofstock', 'sold out', 'out-of-stock']],
      ])('as %s, of which out of stock is expired', async (name, there, gone) => {
        const words = [...there, ...gone];
        const rows = [...words.map((word, at) => `${row(String(at))},"${word}"`), `${row('empty')},`];
        const all = await stocked({ [name]: 'inStock' }, [`${HEADER},${name}`, ...rows].join('\n'));
        expect(all).toMatchObject([
          ...words.map((_, at) => ({ record: { expired: at >= there.length } })),
          { record: { sourceId: 'empty' } },
        ]);
        expect(all.at(-1)).not.toHaveProperty('record.expired');
      });

      test('in words that are known, and otherwise is refused with the other problems of its line', async () => {
        const [first] = await stocked({ Stock: 'inStock' }, `${HEADER},Stock\n1,A game,acme,games,,5,bald\n`);
        expect(first).toMatchObject({
          key: { type: 'deal', source: 'test', sourceId: '1' },
          problems: [
            {
              ...{ field: 'inStock', value: '"bald"' },
              reason: 'must say whether it is in stock: yes or no, "in stock" or "out of stock", or how many there are',
            },
            { field: 'url' },
          ],
        });
      });

      test('as it is suggested', async () => {
        const [first] = await stocked({}, `${HEADER},Stock Status,Colour\n`);
        expect(first).toMatchObject({
          problems: [
            {
              advice: expect.stringMatching(
                /; inStock makes what is out of stock expired: \{"columns":\{"Stock Status":"inStock","Colour":null\}\}$/,
              ) as string,
            },
          ],
        });
      });

      test('but no other that says whether it has expired', async () => {
        const content = `${HEADER},expired,Stock\n`;
        expect(await stocked({ Stock: 'inStock' }, content)).toMatchObject([
          { problems: [{ field: 'Stock', reason: 'is inStock, and the column "expired" is expired' }] },
        ]);
      });
    });

    test('is not asked for columns of a table that is split by another sign', async () => {
      const path = join(await temporaryFolder(), 'a.csv');
      await writeFile(path, table.replaceAll(',', '|'));
      const all = await recordsOf(path, readColumnMap({ ...OURS, ignoreOthers: true }));
      expect(all).toMatchObject([
        { problems: [{ reason: expect.stringMatching(/^seems to be split by \|, .*sep=\| above it$/) as string }] },
      ]);
    });

    test.each([
      [[], '--map: the file must be fields with their values: { … }'],
      [{ values: { inStock: true } }, '--map: values.inStock is not a known field; docs/import.md lists them'],
      [{ columns: { SKU: 'id' } }, '--map: columns.SKU is not a known field; docs/import.md lists them'],
      [{ column: {} }, '--map: the file has "column", which is not known'],
      [{ values: [] }, '--map: values must be fields with their values: { … }'],
      [{ values: { stor: 'acme' } }, '--map: values.stor is not a known field; docs/import.md lists them'],
    ])('is refused when the map is %j', (json, message) => {
      expect(() => readColumnMap(json)).toThrow(message);
    });
  });
});
