import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { reportText } from '../../../src/cli/report-text.ts';
import { importFiles } from '../../../src/features/catalogue-files/import.server.ts';
import type { ColumnMap } from '../../../src/features/catalogue-files/column-map.ts';
import { contextOf, temporaryFolder } from '../../support/catalogue.ts';
import { openCopy } from '../../support/databases.ts';
import { recordsOf } from '../../support/read-file.ts';

/** The records and problems of a workbook of the fixtures. */
const read = (name: string, map?: ColumnMap) => recordsOf(join(import.meta.dirname, `fixtures/${name}.xlsx`), map);

/** The path of a workbook of the fixtures of which a part was changed, as XML. */
async function changedPart(name: string, part: string, change: (xml: string) => string): Promise<string> {
  const workbook = unzipSync(await readFile(join(import.meta.dirname, `fixtures/${name}.xlsx`)));
  const path = join(await temporaryFolder(), 'changed.xlsx');
  await writeFile(path, zipSync({ ...workbook, [part]: strToU8(change(strFromU8(workbook[part] ?? new Uint8Array()))) }));
  return path;
}

/** The path of a workbook of the fixtures whose first sheet was changed, as XML. */
const changedSheet = (name: string, change: (sheet: string) => string) => changedPart(name, 'xl/worksheets/sheet1.xml', change);

describe('a workbook', () => {
  test('is read as a table, with its dates, and its numbers as spreadsheets show them', async () => {
    expect((await read('deals'))[0]).toMatchObject({
      line: 2,
      record: {
        ...{ sourceId: 'x1', title: 'A desk & lamp', store: 'Acme', category: 'Home', price: { cents: 1_999, terms: null } },
        expiresAt: new Date('2026-11-28T23:59:59.999Z'),
      },
    });
  });

  test('for Google Merchant has its products', async () => {
    const row = (number: number, cells: string[]) =>
      `<row r="${number}">${cells.map((cell, at) => `<c r="${'ABCDE'[at]}${number}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
    const rows = [
      ['id', 'title', 'link', 'price', 'availability'],
      ['7', 'A lamp', 'https://acme.example/p/7', '20.00 USD', 'out of stock'],
    ];
    const data = rows.map((cells, at) => row(at + 1, cells)).join('');
    const path = await changedSheet('deals', (sheet) => sheet.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${data}</sheetData>`));
    const map = { columns: {}, values: { store: 'acme', category: 'home' }, ignoreOthers: false };
    expect(await recordsOf(path, map)).toMatchObject([
      { record: { sourceId: '7', title: 'A lamp', price: { cents: 2_000 }, expired: true } },
    ]);
  });

  test('is read beside the other work of the process', async () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, row) => `<row r="${row + 9}"><c r="A${row + 9}" t="inlineStr"><is><t>x</t></is></c></row>`,
    );
    const path = await changedSheet('deals', (sheet) => sheet.replace('</sheetData>', `${rows.join('')}</sheetData>`));
    let longest = 0;
    let last = performance.now();
    const began = last;
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    });
    await recordsOf(path);
    clearInterval(watch);
    longest = Math.max(longest, performance.now() - last);
    expect(longest / (performance.now() - began)).toBeLessThan(0.5);
  });

  test.each([
    ['XFD1048576', 'row 1048576 and column 16384'],
    ['A200000', 'row 200000 and column 1'],
  ])('with a stray cell at %s is refused before it fills the memory', async (place, end) => {
    const stray = `<row r="${place.replace(/\D+/, '')}"><c r="${place}"><v>1</v></c></row></sheetData>`;
    const path = await changedSheet('two-sheets', (sheet) => sheet.replace('</sheetData>', stray));
    const reason = `reaches to ${end}: delete what is behind the records, or save it as CSV, which may have any size`;
    expect(await recordsOf(path)).toMatchObject([{ line: 0, problems: [{ reason }] }]);
  });

  test('that is small and says that it unpacks to much is refused before it is unpacked', async () => {
    const workbook = await readFile(join(import.meta.dirname, 'fixtures/deals.xlsx'));
    // Where the archive's directory has the size of its first file.
    workbook.writeUInt32LE(300 * 1024 * 1024, workbook.indexOf('PK\x01\x02') + 24);
    const path = join(await temporaryFolder(), 'bomb.xlsx');
    await writeFile(path, workbook);
    const reason = 'is larger than 256 MiB once unpacked: save it as CSV, which may have any size';
    expect(await recordsOf(path)).toMatchObject([{ line: 0, problems: [{ reason }] }]);
  });

  test('whose first sheet is empty is refused, and told with its other sheets', async () => {
    const path = await changedSheet('two-sheets', (sheet) => sheet.replace(/<sheetData>.*<\/sheetData>/s, '<sheetData/>'));
    const reason = 'is empty: the first line of a table names its fields';
    const advice = expect.stringContaining('The others are "Deals"') as string;
    expect(await recordsOf(path)).toMatchObject([{ line: 0, problems: [{ reason, advice }] }]);
  });

  test('with a number in a column of dates that is no date has a problem in that line', async () => {
    const reason = 'has a number in column 7 that is no date, though it is formatted as one; format that column as text';
    expect((await read('number-as-date'))[0]).toMatchObject({ line: 2, problems: [{ field: '', reason }] });
  });

  test('whose first sheet has no records is told with its other sheets', async () => {
    const advice = expect.stringMatching(
      /\nThe first sheet alone is read, which is "Deckblatt"\. The others are "Deals": move .* front\.$/,
    ) as string;
    expect((await read('two-sheets'))[0]).toMatchObject({
      ...{ line: 1, problems: [{ reason: 'unknown columns: Angebote KW 48', advice }] },
    });
  });

  test.each(['1', 'true'])('with rows that are hidden or filtered, as %s says, is read with them, and they are told', async (value) => {
    const path = await changedSheet('deals', (sheet) => sheet.replace('<row r="2"', `<row r="2" hidden="${value}"`));
    const context = contextOf(await openCopy());
    const report = await importFiles(context, [path], { source: 'test', createMissing: true, dryRun: true });
    expect(reportText(report)).toContain('Read 1 row that the workbook hides, too: delete in it what is not to be imported.');
  });

  test('whose first sheet is hidden is read from the first that is not', async () => {
    const hidden = (workbook: string) => workbook.replace('state="visible"', 'state="hidden"');
    const path = await changedPart('two-sheets', 'xl/workbook.xml', hidden);
    const reason = 'has a formula without a result; open the workbook in a spreadsheet program and save it again';
    expect(await recordsOf(path)).toMatchObject([{ line: 2, problems: [{ field: 'listPrice', reason }] }]);
  });

  test.each(['1', 'true'])('that counts its dates from 1904, as %s says, has the days that spreadsheets show', async (value) => {
    const path = await changedPart('deals', 'xl/workbook.xml', (xml) =>
      xml.replace('<sheets>', `<workbookPr date1904="${value}"/><sheets>`),
    );
    expect((await recordsOf(path))[0]).toMatchObject({ record: { expiresAt: new Date('2030-11-29T23:59:59.999Z') } });
  });

  test.each([
    ['46354.3333333333', '2026-11-28T08:00:00.000Z'],
    ['46354.333333333336', '2026-11-28T08:00:00.000Z'],
    ['46354.8645833333', '2026-11-28T20:45:00.000Z'],
    ['46353.9999999999', '2026-11-28T23:59:59.999Z'],
  ])('has the time of %s that spreadsheets show', async (serial, moment) => {
    const path = await changedSheet('deals', (sheet) => sheet.replace('<v>46354</v>', `<v>${serial}</v>`));
    expect((await recordsOf(path))[0]).toMatchObject({ record: { expiresAt: new Date(moment) } });
  });

  test('with an id of more digits than spreadsheets keep is refused', async () => {
    const numbered = async (id: string) => {
      const cell = '<c r="A2" t="inlineStr"><is><t>x1</t></is></c>';
      return recordsOf(await changedSheet('deals', (sheet) => sheet.replace(cell, `<c r="A2"><v>${id}</v></c>`)));
    };
    const reason = 'is a number of more than 15 digits, of which spreadsheets lose the last; format that column as text and fill it again';
    for (const id of ['1.2345678901234501E+18', '1234567890123450'])
      expect(await numbered(id)).toMatchObject([{ line: 2, problems: [{ field: 'sourceId', reason }] }]);
    expect(await numbered('8.806091234567E+12')).toMatchObject([{ line: 2, record: { sourceId: '8806091234567' } }]);
  });

  test('has what a cell that is merged with those below it says for each of their rows', async () => {
    const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = (number: number, id: string, others = '') =>
      `<row r="${number}">${cell(`A${number}`, id)}${cell(`B${number}`, 'A desk')}${others}</row>`;
    const path = await changedSheet('deals', (sheet) =>
      sheet
        .replace('</sheetData>', `${row(3, 'x2')}<row r="4"/>${row(5, 'x3', cell('C5', 'Others'))}</sheetData>`)
        .replace(/(?=<\/worksheet>)/, () => {
          const merged = ['C', 'D', 'E', 'F', 'G'].map((column) => `<mergeCell ref="${column}2:${column}4"/>`);
          return `<mergeCells>${merged.join('')}<mergeCell ref="C5:G5"/></mergeCells>`;
        }),
    );
    const [first, second, third, ...more] = await recordsOf(path);
    expect(first).toMatchObject({ line: 2, record: { sourceId: 'x1' } });
    const { sourceId: _id, title: _title, ...shared } = (first as { record: Record<string, unknown> }).record;
    expect(second).toMatchObject({ line: 3, record: { ...shared, sourceId: 'x2', title: 'A desk' } });
    expect(third).toMatchObject({ line: 5, problems: [{ field: 'category' }, { field: 'url' }, { field: 'price' }] });
    expect(more).toEqual([]);
  });

  test('may have percentages with their signs or formatted as such, and is asked about other fractions', async () => {
    const reason = 'may mean 12.5 % or 0.125 %; format that column as text and write 12.5% or 0.125%';
    expect(await recordsOf(await changedSheet('percents', (sheet) => sheet.replace('<c r="G2" s="1"', '<c r="G2"')))).toMatchObject([
      { line: 2, problems: [{ field: 'percent', reason }] },
      { line: 3, record: { percent: 12.5 } },
      { line: 4, record: { percent: 15 } },
    ]);
    expect((await read('percents'))[0]).toMatchObject({ line: 2, record: { percent: 12.5 } });
    const all = await changedSheet('percents', (sheet) => sheet.replace('<v>0.125</v>', '<v>1</v>'));
    expect((await recordsOf(all))[0]).toMatchObject({ line: 2, record: { percent: 100 } });
    const literal = await changedPart('percents', 'xl/styles.xml', (styles) => styles.replace('0.0%', '0\\%'));
    expect((await recordsOf(literal))[0]).toMatchObject({ line: 2, problems: [{ field: 'percent', reason }] });
  });

  test('has prices in the currency that their format names', async () => {
    const priced = async (format: string): Promise<unknown> => {
      const path = await changedPart('formats', 'xl/styles.xml', (styles) => styles.replace(/(?<=formatCode=")[^"]*407[^"]*/, format));
      return (await recordsOf(path, { columns: { notes: null }, values: {}, ignoreOthers: false }))[1];
    };
    for (const [format, currency] of [
      ['#,##0.00\\ [$zł-415]', 'PLN'],
      ['#,##0.00\\ &quot;Kč&quot;', 'CZK'],
      ['[$R$-416]\\ #,##0.00', 'BRL'],
      ['[$A$-C09]#,##0.00', 'AUD'],
      ['#,##0.00\\ [$руб.-419]', 'RUB'],
      ['[$TL-41F]#,##0.00', 'TRY'],
      ['[$-409]#,##0.00', 'USD'],
      ['&quot;from now&quot; #,##0.00 &quot;USD&quot;', 'USD'],
      ['#,##0.00 &quot;all&quot;', 'USD'],
    ] as const)
      expect(await priced(format), format).toMatchObject({ record: { currency, price: { cents: 1_250 } } });
    for (const [format, value] of [
      ['[$R-1C09]\\ #,##0.00', '"R 12.5"'],
      ['#,##0.00\\ [$ман.-42C]', '"ман. 12.5"'],
    ] as const)
      expect(await priced(format), format).toMatchObject({ problems: [{ field: 'price', value }, { field: 'listPrice' }] });
  });

  test('has its ids and codes with the zeros and letters that their format shows', async () => {
    const styles = (format: string) =>
      `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`;
    const shown = async (format: string, number: string) => {
      const path = await changedSheet('deals', (sheet) => sheet.replace(/<c r="A2".*?<\/c>/, `<c r="A2" s="2"><v>${number}</v></c>`));
      const workbook = unzipSync(await readFile(path));
      await writeFile(path, zipSync({ ...workbook, 'xl/styles.xml': strToU8(styles(format)) }));
      return (await recordsOf(path))[0];
    };
    for (const [format, number, sourceId] of [
      ['00000000', '1234', '00001234'],
      ['00000000', '123456789', '123456789'],
      ['0000;-0000', '0', '0000'],
      ['&quot;DE-&quot;00000', '42', 'DE-00042'],
      ['\\A\\-000&quot;/b&quot;', '7', 'A-007/b'],
      ['0', '7', '7'],
      ['General', '7', '7'],
      ['0.00', '7', '7'],
      ['00000000', '12.5', '12.5'],
    ] as const)
      expect(await shown(format, number), format).toMatchObject({ record: { sourceId, price: { cents: 1_999 } } });
  });

  test('has its cells read with the signs of their formats, and problems where they have no value', async () => {
    const map = { columns: { notes: null }, values: {}, ignoreOthers: false };
    const error = 'has the error #N/A in the workbook; correct its formula, or empty the cell';
    const noResult = 'has a formula without a result; open the workbook in a spreadsheet program and save it again';
    expect(await read('formats', map)).toMatchObject([
      { line: 2, problems: [{ field: 'price', value: '"20%"' }] },
      { line: 3, record: { currency: 'EUR', price: { cents: 1_250 } } },
      { line: 4, record: { currency: 'USD', price: { cents: 1_250 } } },
      { line: 5, record: { currency: 'GBP', price: { cents: 1_250 } } },
      { line: 6, problems: [{ field: 'price', reason: 'is in kr, which may be DKK, ISK, NOK, SEK; give the currency' }] },
      {
        line: 7,
        problems: [
          { field: 'couponCode', reason: error },
          { field: 'expiresAt', reason: noResult },
        ],
      },
      { line: 8, record: { sourceId: '8', price: { cents: 1_250 } } },
    ]);
  });
});
