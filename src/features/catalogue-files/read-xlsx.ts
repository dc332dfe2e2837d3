import { readFile, stat } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import readWorkbook, { readSheet, type CellValue, type Row, type SheetData } from 'read-excel-file/node';
import { DAY_MS } from '../../lib/durations.ts';
import type { RecordIssue } from '../catalogue/check-record.ts';
import { cellMarks, type CellMark, type Digits, type MarkedSheet } from './cell-marks.ts';
import type { ParseContext } from '../catalogue/parse-fields.ts';
import type { ColumnMap } from './column-map.ts';
import type { ReadLine } from './read-lines.ts';
import { merchantColumns } from './merchant-table.ts';
import { fillMerged } from './merged-cells.ts';
import { isExact } from './spoiled-cells.ts';
import { EMPTY_TABLE, endingFile, filledLength, readHeader, readRow, type Columns } from './read-rows.ts';

/** A workbook is read whole, and takes many times its size. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_UNPACKED_BYTES = 256 * 1024 * 1024;
/** The library fails at some 120,000 rows. */
const MOST_ROWS = 100_000;
/** All cells between the first and the last have their place in memory, also where the file has none. */
const MOST_CELLS = 10_000_000;

/** The records of the first sheet of a workbook that is not hidden, whose first row names the fields as that of a CSV file does (`readCsv`). */
export async function* readXlsx(path: string, reading: ParseContext, map?: ColumnMap): AsyncGenerator<ReadLine> {
  const opened = await openWorkbook(path);
  if ('fault' in opened) {
    yield { line: 0, bytesRead: 0, problems: [{ field: '', reason: opened.fault }] };
    return;
  }
  const { workbook, place, sheet, marks, hidden, merged } = opened;
  const filled = fillMerged(merged);
  let columns: Columns | undefined;
  for (const [index, row] of sheet.entries()) {
    const bytesRead = Math.floor((workbook.length * (index + 1)) / sheet.length);
    const about = { line: index + 1, bytesRead, ...(hidden.has(index + 1) && { hidden: true }) };
    const marked = marks.get(index + 1);
    const cells = filled(row.map((cell, column) => markedText(cell, marked?.get(column), columns?.fields[column])));
    const noDate = row.findIndex(isNoDate);
    if (noDate >= 0) {
      const reason = `has a number in column ${noDate + 1} that is no date, though it is formatted as one; format that column as text`;
      // Without the names, no other row can be read.
      yield { ...about, problems: [{ field: '', reason, ...(!columns && { endsFile: true }) }] };
      if (!columns) return;
      continue;
    }
    if (filledLength(cells) === 0) continue;
    const unread = unreadCells(marked, columns);
    if (unread.length > 0) yield { ...about, problems: unread };
    else if (columns)
      yield { ...about, ...(fractionProblem(columns, row, marked) ?? longNumberProblem(columns, row) ?? readRow(columns, cells)) };
    else {
      const header = merchantColumns(cells, reading, map) ?? readHeader(cells, map);
      if ('problems' in header) {
        yield { ...about, problems: endingFile(await withSheets(header.problems, workbook, place)) };
        return;
      }
      columns = header;
    }
  }
  if (!columns) yield { line: 0, bytesRead: 0, problems: await withSheets([{ field: '', reason: EMPTY_TABLE }], workbook, place) };
}

interface OpenWorkbook {
  workbook: Buffer;
  sheet: SheetData;
  /** The place of that sheet among all, from 1. */
  place: number;
  marks: MarkedSheet['marks'];
  hidden: MarkedSheet['hidden'];
  merged: MarkedSheet['merged'];
}

/** The marks of a row's cells by column, where it has any. */
type RowMarks = Map<number, CellMark> | undefined;

/** Reads a workbook and its first sheet that is not hidden, or says why it cannot be read. */
async function openWorkbook(path: string): Promise<OpenWorkbook | { fault: string }> {
  const { size } = await stat(path);
  if (size > MOST_BYTES) return { fault: 'is larger than 16 MiB: save it as CSV, which may have any size' };
  const workbook = await readFile(path);
  if (unpackedBytes(workbook) > MOST_UNPACKED_BYTES)
    return { fault: 'is larger than 256 MiB once unpacked: save it as CSV, which may have any size' };
  const { marks, hidden, merged, rows, columns, place, startsIn1904 } = marksOf(workbook);
  if (rows > MOST_ROWS || rows * columns > MOST_CELLS) {
    const advice = 'delete what is behind the records, or save it as CSV, which may have any size';
    return { fault: `reaches to row ${rows} and column ${columns}: ${advice}` };
  }
  // Not by its path: the library takes up to ten times as long to unpack a large file piece by piece.
  const sheet = await readSheet(workbook, place).catch(() => undefined);
  if (!sheet) return { fault: 'is damaged or not a workbook: open it in a spreadsheet program and save it as .xlsx or CSV' };
  if (startsIn1904) for (const row of sheet) countFrom1904(row);
  return { workbook, sheet, place, marks, hidden, merged };
}

/** Adds which sheet was read, where a workbook has several: the records may be in another one. */
async function withSheets(problems: RecordIssue[], workbook: Buffer, place: number): Promise<RecordIssue[]> {
  const others = (await readWorkbook(workbook)).map(({ sheet }) => JSON.stringify(sheet));
  const [first = ''] = others.splice(place - 1, 1);
  if (others.length === 0) return problems;
  const read = `The first sheet alone is read, which is ${first}. The others are ${others.join(', ')}: move the one with the records to the front.`;
  return problems.map((problem, at) => (at === 0 ? { ...problem, advice: [problem.advice, read].filter(Boolean).join('\n') } : problem));
}

const DAYS_TO_1904 = 1462;

/** Corrects the dates of a row that are days since 1904, and were read as days since 1900. */
function countFrom1904(row: Row): void {
  for (const cell of row) if (cell instanceof Date) cell.setTime(cell.getTime() + DAYS_TO_1904 * DAY_MS);
}

/** Whether a cell is formatted as a date, and its number is too large for one, as a barcode's is. */
const isNoDate = (cell: CellValue | null) => cell instanceof Date && Number.isNaN(cell.getTime());

/** Asks about percents below 1 that are not formatted as a percentage: 0.2 is what 20 % would be in the file if it were. */
function fractionProblem({ fields }: Columns, row: Row, marked: RowMarks): { problems: RecordIssue[] } | undefined {
  const column = fields.indexOf('percent');
  const cell = row[column];
  if (typeof cell !== 'number' || cell <= 0 || cell >= 1 || marked?.get(column)?.sign === '%') return undefined;
  const [fraction, percent] = [asShown(cell), asShown(cell * 100)];
  const reason = `may mean ${percent} % or ${fraction} %; format that column as text and write ${percent}% or ${fraction}%`;
  return { problems: [{ field: 'percent', reason }] };
}

/** Refuses ids and codes that are numbers of which no spreadsheet keeps every digit. */
function longNumberProblem({ fields }: Columns, row: Row): { problems: RecordIssue[] } | undefined {
  const problems = fields.flatMap((field = '', column) => {
    const cell = row[column];
    return isExact(field) && typeof cell === 'number' && Math.abs(cell) >= FIRST_ROUNDED ? [{ field, reason: ROUNDED }] : [];
  });
  return problems.length > 0 ? { problems } : undefined;
}

const FIRST_ROUNDED = 1e15;
const ROUNDED = 'is a number of more than 15 digits, of which spreadsheets lose the last; format that column as text and fill it again';

/** A number with the digits that spreadsheets show at most: 3 × 33.3 is 99.89999999999999 in the file, and 99.9 for who made it. */
const asShown = (number: number) => Number(number.toPrecision(15));

/** A cell as it would be in CSV. Dates of workbooks have no zone. */
function cellText(cell: CellValue | null): string {
  if (cell === null || isNoDate(cell)) return '';
  if (cell instanceof Date) return nearestSecond(cell).toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
  if (typeof cell !== 'number') return String(cell);
  const text = String(Number.isInteger(cell) ? cell : asShown(cell));
  // So that three decimals are not read as thousands.
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** 8:00 is a third of a day, which is 7:59:59.999 with the 15 digits that a file has of it. */
const nearestSecond = (date: Date) => new Date(Math.round(date.getTime() / 1_000) * 1_000);

const MONEY = new Set(['price', 'listPrice', 'shipping', 'freeShippingFrom', 'amount', 'minimum']);

/** An id or code as its format shows it: with zeros in front, `00001234`. */
const withDigits = (number: number, { before, least, behind }: Digits) => `${before}${String(number).padStart(least, '0')}${behind}`;

/** A cell as it would be in CSV; the number of a price with the sign that its format shows, and that of a percentage as one, also in `percent`. */
function markedText(cell: CellValue | null, mark: CellMark | undefined, field = ''): string {
  const { sign, digits } = mark ?? {};
  if (digits && isExact(field) && typeof cell === 'number' && Number.isSafeInteger(cell) && cell >= 0) return withDigits(cell, digits);
  const isShown = MONEY.has(field) || (field === 'percent' && sign === '%');
  if (sign === undefined || !isShown || typeof cell !== 'number') return cellText(cell);
  return sign === '%' ? `${cellText(asShown(cell * 100))}%` : `${sign} ${cellText(cell)}`;
}

/** Cells of a row that have no value although there is something in them, less those of columns that are left out. */
function unreadCells(marked: RowMarks, columns: Columns | undefined): RecordIssue[] {
  return [...(marked ?? [])].flatMap(([column, { fault }]) => {
    const field = columns ? columns.fields[column] : '';
    return fault === undefined || field === undefined ? [] : [{ field, reason: fault }];
  });
}

/** The size of a workbook's parts together, as it says itself; 0 of what is no ZIP archive. */
function unpackedBytes(workbook: Buffer): number {
  let bytes = 0;
  try {
    unzipSync(workbook, {
      filter({ originalSize }) {
        bytes += originalSize;
        return false;
      },
    });
  } catch {
    return 0;
  }
  return bytes;
}

/** The marks of a workbook; none of an unusual one that the library can read all the same. */
function marksOf(workbook: Buffer): MarkedSheet {
  try {
    return cellMarks(workbook);
  } catch {
    return { marks: new Map(), hidden: new Set(), merged: [], rows: 0, columns: 0, place: 1, startsIn1904: false };
  }
}
