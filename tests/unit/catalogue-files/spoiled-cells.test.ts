import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/catalogue.ts';
import { readAs, recordsOf } from '../../support/read-file.ts';

const DIGITS_LOST =
  'has lost its last digits in a spreadsheet; take the file anew from where it comes, without opening it there, or format that column as text and fill it again';

describe('what a spreadsheet has made of a table', () => {
  const HEADER = 'sourceId;title;store;category;url;price;couponCode';
  const row = (id: string, title = 'A game', code = '') => `${id};${title};acme;games;https://acme.example/;5;${code}`;

  test('is refused where ids and codes have lost digits, and where a formula has failed', async () => {
    const rows = [row('8.80609E+12'), row('"8,80609E+12"'), row('3', '#REF!'), row('4', '#NAME?', '#N/A'), row('5', 'A game', '1,5E+15')];
    expect(await readAs('a.csv', [HEADER, ...rows].join('\n'))).toEqual([
      `2 sourceId: ${DIGITS_LOST} (is "8.80609E+12")`,
      `3 sourceId: ${DIGITS_LOST} (is "8,80609E+12")`,
      '4 title: is the error of a formula; correct it in the spreadsheet, or empty the cell (is "#REF!")',
      '5 title: is the error of a formula; correct it in the spreadsheet, or empty the cell (is "#NAME?"); couponCode: is the error of a formula; correct it in the spreadsheet, or empty the cell (is "#N/A")',
      `6 couponCode: ${DIGITS_LOST} (is "1,5E+15")`,
    ]);
  });

  test('is refused where a formula stands in place of its result', async () => {
    const formulas = [
      '"=HYPERLINK(""https://acme.example/1"",""A game"")"',
      '"=CONCAT(A2,"" "",B2)"',
      '"=VERKETTEN(A2; B2)"',
      '=ÜBERSETZEN(A2)',
      '=A2',
      '=$B$12&C3',
      '"=""A ""&B2"',
    ];
    const reason =
      'is a formula, whose result is not in the file; save the table as CSV anew with what the cells show, or write the result in its place';
    const path = join(await temporaryFolder(), 'a.csv');
    await writeFile(path, [HEADER, ...formulas.map((title, at) => row(String(at), title))].join('\n'));
    const all = await recordsOf(path);
    expect(all).toMatchObject(formulas.map((_, at) => ({ key: { sourceId: String(at) }, problems: [{ field: 'title', reason }] })));
    const titles = ['=', '= A game =', '=SUPER SALE=', '+SUM(5)', '(=A2)'];
    await writeFile(path, [HEADER, ...titles.map((title, at) => row(String(at), `${title} of all`))].join('\n'));
    const read = await recordsOf(path);
    expect(read).toMatchObject(titles.map((title) => ({ record: { title: `${title} of all` } })));
  });

  test('does not name the record whose id is lost', async () => {
    const path = join(await temporaryFolder(), 'a.csv');
    await writeFile(path, [HEADER, row('8.80609E+12'), row('2', '#REF!')].join('\n'));
    expect(await recordsOf(path)).toMatchObject([{ key: undefined }, { key: { source: 'test', sourceId: '2' } }]);
  });

  test('is read where it was kept as text, and where letters only look alike', async () => {
    const rows = [row('="00123"'), row('"=""8806091234567"""'), row('8E12'), row('12E+4X'), row('#1')];
    expect(await readAs('a.csv', [HEADER, ...rows].join('\n'))).toEqual(['2 00123', '3 8806091234567', '4 8E12', '5 12E+4X', '6 #1']);
  });

  test('is told in a feed, too, and is left as it is in JSON, which no spreadsheet writes', async () => {
    const item = `<item><id>8.80609E+12</id><title>A game</title><link>https://acme.example/</link><product_type>games</product_type><price>5 USD</price></item>`;
    expect(await readAs('a.xml', `<rss><channel><title>Acme</title>${item}</channel></rss>`)).toEqual([
      `1 sourceId: ${DIGITS_LOST} (is "8.80609E+12")`,
    ]);
    const record = {
      type: 'deal',
      sourceId: '1E+12',
      title: '#REF!',
      store: 'acme',
      category: 'games',
      url: 'https://acme.example/',
      price: 5,
    };
    expect(await readAs('a.jsonl', JSON.stringify(record))).toEqual(['1 1E+12']);
  });
});
