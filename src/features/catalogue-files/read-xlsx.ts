import { readFile, stat } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { decodeXML } from 'entities';
import readWorkbook, { readSheet, type CellValue } from 'read-excel-file/node';
import type { RecordIssue } from '../catalogue/check-record.ts';
import type { ColumnMap } from './column-map.ts';
import type { ReadLine } from './read-lines.ts';
import { filledLength, readHeader, readRow, type Columns } from './read-rows.ts';

/** A workbook is read whole, and takes many times its size. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The records of the first sheet of a workbook, whose first row names the fields as that of a CSV file does (`readCsv`). */
export async function* readXlsx(path: string, map?: ColumnMap): AsyncGenerator<ReadLine> {
  const { size } = await stat(path);
  const problem = (reason: string): ReadLine => ({ line: 0, bytesRead: 0, problems: [{ field: '', reason }] });
  if (size > MOST_BYTES) {
    yield problem('is larger than 16 MiB: save it as CSV, which may have any size');
    return;
  }
  const sheet = await readSheet(path).catch(() => undefined);
  if (!sheet) {
    yield problem('is damaged or not a workbook: open it in a spreadsheet program and save it as .xlsx or CSV');
    return;
  }
  const marks = await marksOf(path);
  let columns: Columns | undefined;
  for (const [index, row] of sheet.entries()) {
    const about = { line: index + 1, bytesRead: Math.floor((size * (index + 1)) / sheet.length) };
    const noDate = row.findIndex(isNoDate);
    if (noDate >= 0) {
      const reason = `has a number in column ${noDate + 1} that is no date, though it is formatted as one; format that column as text`;
      yield { ...about, problems: [{ field: '', reason }] };
      continue;
    }
    const marked = marks.get(index + 1);
    const cells = row.map((cell, column) => markedText(cell, marked?.get(column), columns?.fields[column]));
    if (filledLength(cells) === 0) continue;
    const unread = unreadCells(marked, columns);
    if (unread.length > 0) {
      yield { ...about, problems: unread };
      continue;
    }
    const fraction = row.findIndex((cell, column) => columns?.fields[column] === 'percent' && isFraction(cell));
    if (fraction >= 0) yield { ...about, problems: [{ field: 'percent', reason: fractionFault(cells[fraction] ?? '') }] };
    else if (columns) yield { ...about, ...readRow(columns, cells) };
    else {
      const header = readHeader(cells, map);
      if ('problems' in header) {
        yield { ...about, problems: await withSheets(header.problems, path) };
        return;
      }
      columns = header;
    }
  }
}

/** Adds which sheet was read, where a workbook has several: the records may be in another one. */
async function withSheets(problems: RecordIssue[], path: string): Promise<RecordIssue[]> {
  const [first = '', ...others] = (await readWorkbook(path)).map(({ sheet }) => JSON.stringify(sheet));
  if (others.length === 0) return problems;
  const read = `The first sheet alone is read, which is ${first}. The others are ${others.join(', ')}: move the one with the records to the front.`;
  return problems.map((problem, at) => (at === 0 ? { ...problem, advice: [problem.advice, read].filter(Boolean).join('\n') } : problem));
}

/** Whether a cell is formatted as a date, and its number is too large for one, as a barcode's is. */
const isNoDate = (cell: CellValue | null) => cell instanceof Date && Number.isNaN(cell.getTime());

/** Whether a cell of percents may be one that is formatted as a percentage: 20 % is 0.2 in the file, and so is 0.2 without a format. */
const isFraction = (cell: CellValue | null | undefined) => typeof cell === 'number' && cell > 0 && cell < 1;

function fractionFault(written: string): string {
  const percent = String(Number((Number(written) * 100).toPrecision(SHOWN_DIGITS)));
  return `may mean ${percent} % or ${Number(written)} %; format that column as text and write ${percent}% or ${Number(written)}%`;
}

/** The digits that spreadsheets show of a number at most: 3 × 33.3 is 99.89999999999999 in the file, and 99.9 for who made it. */
const SHOWN_DIGITS = 15;

/** A cell as it would be in CSV. Dates of workbooks have no zone. */
function cellText(cell: CellValue | null): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
  const text = typeof cell !== 'number' || Number.isInteger(cell) ? String(cell) : String(Number(cell.toPrecision(SHOWN_DIGITS)));
  // So that three decimals are not read as thousands.
  return typeof cell === 'number' && /\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** What the library does not tell of a cell: why it has no value, or the sign of its number's format, `%` or that of a currency. */
interface Mark {
  fault?: string | undefined;
  format?: string | undefined;
}

/** Marks by row, from 1, and column, from 0. */
type Marks = Map<number, Map<number, Mark>>;

const MONEY = new Set(['price', 'listPrice', 'shipping', 'freeShippingFrom', 'amount', 'minimum']);

/** A cell as it would be in CSV; the number of a price with the sign that its format shows, and that of a percentage as one. */
function markedText(cell: CellValue | null, mark: Mark | undefined, field = ''): string {
  const format = MONEY.has(field) ? mark?.format : undefined;
  if (format === undefined || typeof cell !== 'number') return cellText(cell);
  return format === '%' ? `${cellText(Number((cell * 100).toPrecision(SHOWN_DIGITS)))}%` : `${format} ${cellText(cell)}`;
}

/** Cells of a row that have no value although there is something in them, less those of columns that are left out. */
function unreadCells(marked: Map<number, Mark> | undefined, columns: Columns | undefined): RecordIssue[] {
  return [...(marked ?? [])].flatMap(([column, { fault }]) => {
    const field = columns ? columns.fields[column] : '';
    return fault === undefined || field === undefined ? [] : [{ field, reason: fault }];
  });
}

const CELL = /<(?:\w+:)?c\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs;

/** The marks of a workbook; none of an unusual one, such as of more than 4 GB unpacked, that the library can read all the same. */
async function marksOf(path: string): Promise<Marks> {
  try {
    return readMarks(await readFile(path));
  } catch {
    return new Map();
  }
}

/** Reads the marks of the first sheet. @param workbook its file */
function readMarks(workbook: Buffer): Marks {
  const marks: Marks = new Map();
  const parts = partsOf(workbook);
  const formats = readFormats(parts('xl/styles.xml'));
  for (const [, attributes = '', inner = ''] of parts(firstSheet(parts)).matchAll(CELL)) {
    const format = formats[Number(/\ss="(\d+)"/.exec(attributes)?.[1] ?? -1)];
    const fault = faultOf(/\st="(\w+)"/.exec(attributes)?.[1], inner);
    if (fault === undefined && format === undefined) continue;
    const [, letters = '', row] = /\sr="([A-Z]+)(\d+)"/.exec(attributes) ?? [];
    const column = [...letters].reduce((before, letter) => before * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const inRow = marks.get(Number(row)) ?? new Map<number, Mark>();
    marks.set(Number(row), inRow.set(column, { fault, format }));
  }
  return marks;
}

function faultOf(type: string | undefined, inner: string): string | undefined {
  const value = /<(?:\w+:)?v\b[^>]*>([^<]*)</.exec(inner)?.[1] ?? '';
  if (type === 'e') return `has the error ${value} in the workbook; correct its formula, or empty the cell`;
  // A formula whose result is an empty text has that type.
  const isUncalculated = value === '' && type !== 'str' && /<(?:\w+:)?f\b/.test(inner);
  return isUncalculated ? 'has a formula without a result; open the workbook in a spreadsheet program and save it again' : undefined;
}

/** The sign of each format of cells, by its number: `%`, that of a currency, or undefined. */
function readFormats(styles: string): (string | undefined)[] {
  const codes = new Map(
    [...styles.matchAll(/<(?:\w+:)?numFmt\b([^>]*)>/g)].map(([, one = '']) => [attribute(one, 'numFmtId'), attribute(one, 'formatCode')]),
  );
  const [, cells = ''] = /<(?:\w+:)?cellXfs\b[^>]*>(.*?)<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? [];
  return [...cells.matchAll(/<(?:\w+:)?xf\b([^>]*)>/g)].map(([, one = '']) => {
    const id = attribute(one, 'numFmtId');
    return PERCENTAGES.has(id) ? '%' : signOf(codes.get(id) ?? '');
  });
}

/** Numbers of formats that every workbook has: 0 % and 0.00 %. Those of currencies mean that of whoever opens it. */
const PERCENTAGES = new Set(['9', '10']);

/** The sign in a format such as `0.0%`, `[$€-407] #,##0.00`, `"$"#,##0` or `#,##0 "USD"`. */
function signOf(code: string): string | undefined {
  const named = /\[\$([^\]-]+)/.exec(code)?.[1]?.trim() ?? /"\s*(\p{Sc}|[A-Z]{3})\s*"/u.exec(code)?.[1];
  if (named !== undefined) return /^(?:\p{Sc}|[A-Z]{3})$/u.test(named) ? named : undefined;
  const unquoted = code.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '');
  return unquoted.includes('%') ? '%' : /\p{Sc}/u.exec(unquoted)?.[0];
}

/** Where the first sheet is in a workbook. */
function firstSheet(parts: (name: string) => string): string {
  const [, sheet = ''] = /<(?:\w+:)?sheet\b([^>]*)>/.exec(parts('xl/workbook.xml')) ?? [];
  const id = /\b\w+:id="([^"]*)"/.exec(sheet)?.[1];
  const links = [...parts('xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\b([^>]*)>/g)].map(([, link = '']) => link);
  const target = attribute(links.find((link) => attribute(link, 'Id') === id) ?? '', 'Target');
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

const attribute = (attributes: string, name: string) => decodeXML(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');

const ENTRY = 0x02014b50;
/** The method of entries that are compressed. */
const DEFLATED = 8;

/** Reads the parts of a workbook, which is a ZIP archive, by their names; a part that is not there is empty. */
function partsOf(archive: Buffer): (name: string) => string {
  const places = new Map<string, number>();
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = end >= 0 ? archive.readUInt32LE(end + 16) : archive.length;
  while (at + 46 <= archive.length && archive.readUInt32LE(at) === ENTRY) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    places.set(archive.toString('utf8', at + 46, at + 46 + (name ?? 0)), at);
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return (name) => {
    const entry = places.get(name);
    if (entry === undefined) return '';
    const local = archive.readUInt32LE(entry + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
    return (archive.readUInt16LE(entry + 10) === DEFLATED ? inflateRawSync(bytes) : bytes).toString();
  };
}
