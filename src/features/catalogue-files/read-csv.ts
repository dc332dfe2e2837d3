import type { ParseContext } from '../catalogue/parse-fields.ts';
import type { ColumnMap } from './column-map.ts';
import type { LegacyEncoding } from './legacy-encodings.ts';
import { LONGEST_LINE, SEEMS_CUT, type Line, type ReadLine } from './read-lines.ts';
import { merchantColumns } from './merchant-table.ts';
import { EMPTY_TABLE, endingFile, filledLength, readHeader, readRow, type Columns } from './read-rows.ts';

const DELIMITERS = [',', ';', '\t'];

/**
 * The records of a CSV file. Its first line names the fields and shows what is between them: a comma, a semicolon or a tab. `type` may
 * be left out ("deal"). Lists are split by `|`, an observed price reads `2024-01-20=54.99`, an empty cell is an absent field. A record
 * that spans lines counts as on its first. A table for Google Merchant has its products (`merchantColumns`).
 */
export async function* readCsv(lines: AsyncIterable<Line>, reading: ParseContext, map?: ColumnMap): AsyncGenerator<ReadLine> {
  let columns: Columns | undefined;
  for await (const { line, bytesRead, legacy, cells, fault, endsFile, isUnended } of rowsOf(lines)) {
    if (fault !== undefined) {
      // Without the names, no other line can be read.
      yield { line, bytesRead, problems: [{ field: '', reason: fault, ...((endsFile || !columns) && { endsFile: true }) }] };
      if (!columns) return;
    } else if (filledLength(cells) === 0) continue;
    else if (columns && isUnended && cells.length < columns.fields.length) {
      const reason = `has ${cells.length} of the ${columns.fields.length} cells that the first line names; ${SEEMS_CUT}`;
      yield { line, bytesRead, legacy, problems: [{ field: '', reason }] };
    } else if (columns) yield { line, bytesRead, legacy, ...readRow(columns, cells) };
    else {
      const header = merchantColumns(cells, reading, map) ?? readHeader(cells, map);
      if ('problems' in header) {
        yield { line, bytesRead, problems: endingFile(header.problems) };
        return;
      }
      columns = header;
    }
  }
  if (!columns) yield { line: 0, bytesRead: 0, problems: [{ field: '', reason: EMPTY_TABLE }] };
}

/** The most frequent separator in the first line, outside of quoted cells. */
function delimiterOf(header: string): string {
  const bare = header.replace(/(^|[,;\t])"(?:[^"]|"")*(?:"|$)/g, '$1');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

/** A row of a table; `open` is a quoted cell that is not closed yet. */
interface Row {
  /** That of its first line. */
  line: number;
  bytesRead: number;
  legacy: LegacyEncoding | undefined;
  cells: string[];
  open: string | undefined;
  /** In characters, which bounds memory. */
  length: number;
  fault: string | undefined;
  /** As of a line, of its last one. */
  isUnended: boolean;
  /** Whether no row can be read after it. */
  endsFile?: boolean;
}

/** The rows of a table. A row continues in the next line while a quotation is open (decision 098); empty lines between rows are skipped. */
async function* rowsOf(lines: AsyncIterable<Line>): AsyncGenerator<Row> {
  let delimiter: string | undefined;
  let row: Row | undefined;
  for await (const { number, text, fault, legacy, isUnended, bytesRead } of lines) {
    if (!row && !fault && text.trim() === '') continue;
    const named: string | undefined = delimiter === undefined ? /^sep=(.)$/i.exec(text)?.[1] : undefined;
    delimiter ??= named ?? delimiterOf(text);
    if (named !== undefined) continue;
    row ??= { line: number, bytesRead, legacy, cells: [], open: undefined, length: 0, fault, isUnended };
    Object.assign(row, { bytesRead, isUnended, legacy: row.legacy ?? legacy, fault: row.fault ?? fault, length: row.length + text.length });
    if (!fault) addLine(row, text, delimiter);
    if (row.open === undefined) {
      row.cells = row.cells.map(asText);
      yield row;
      row = undefined;
    } else if (row.length > LONGEST_LINE) break;
  }
  if (row) yield { ...row, fault: 'opens a quotation mark that is never closed; nothing after it was read', endsFile: true };
}

/** Adds the cells of a line. A mark opens a quotation only where a cell begins: elsewhere it may be an inch. */
function addLine(row: Row, text: string, delimiter: string): void {
  let at = 0;
  let end: number;
  do {
    const isOpen = row.open !== undefined;
    if (isOpen || text[at] === '"') {
      const from = isOpen ? at : at + 1;
      const close = closingMark(text, from);
      const part = text.slice(from, close < 0 ? undefined : close).replaceAll('""', '"');
      const cell = isOpen ? `${row.open}\n${part}` : part;
      row.open = close < 0 ? cell : undefined;
      if (close < 0) return;
      row.cells.push(cell);
      end = text.indexOf(delimiter, close + 1);
      if ((end < 0 ? text.length : end) > close + 1) row.fault ??= MISPLACED;
    } else {
      end = text.indexOf(delimiter, at);
      row.cells.push(text.slice(at, end < 0 ? undefined : end));
    }
    at = end + 1;
  } while (end >= 0);
}

/** A cell without the formula around it by which programs keep a spreadsheet from taking a text such as `="00123"` for a number. */
const asText = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;

const MISPLACED = 'has a quotation mark in the wrong place; quote the whole cell and double the marks inside it';

/** Where a quotation ends, past the marks that are doubled in it; -1 when it goes on in the next line. */
function closingMark(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
