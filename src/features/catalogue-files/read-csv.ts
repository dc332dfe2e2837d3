import { CsvError, parse } from 'csv-parse/sync';
import type { Complaint } from '../catalogue/check-record.ts';
import { FIELDS, RECORD_TYPES } from '../catalogue/record.ts';
import { LONGEST_LINE, type Line, type ReadLine } from './read-lines.ts';

const KNOWN = new Set(RECORD_TYPES.flatMap((type) => FIELDS[type]));
const NUMBERS = new Set(['position', 'votesUp', 'votesDown', 'percent', 'year']);
const SWITCHES = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/**
 * The records of a CSV file. Its first line names the fields; `type` may be left out ("deal"). Lists are split by `|`, an observed price
 * reads `2024-01-20=54.99`, an empty cell is an absent field. A record that spans lines counts as on its first.
 */
export async function* readCsv(lines: AsyncIterable<Line>): AsyncGenerator<ReadLine> {
  let header: string[] | undefined;
  for await (const { number: line, text, fault, bytesRead } of joinQuoted(lines)) {
    const cells = fault ?? cellsOf(text);
    if (typeof cells === 'string') yield { line, bytesRead, problems: [{ field: '', reason: cells }] };
    else if (header) yield { line, bytesRead, ...rowOf(header, cells) };
    else {
      header = cells.map((name) => name.trim());
      const problems = headerProblems(header);
      if (problems.length === 0) continue;
      yield { line, bytesRead, problems };
      return;
    }
  }
}

/** Joins lines while a quotation mark is open, so that each result is a whole record; empty lines between records go. */
async function* joinQuoted(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let open: Line | undefined;
  for await (const line of lines) {
    if (!open && !line.fault && line.text.trim() === '') continue;
    const record: Line = open
      ? { ...line, number: open.number, text: `${open.text}\n${line.text}`, fault: open.fault ?? line.fault }
      : line;
    const odd = line.text.split('"').length % 2 === 0;
    open = odd === (open === undefined) ? record : undefined;
    if (!open) yield record;
    else if (record.text.length > LONGEST_LINE) break;
  }
  if (open) yield { ...open, fault: 'opens a quotation mark that is never closed; nothing after it was read' };
}

/** The cells of one record, or what is wrong with its quoting. */
function cellsOf(record: string): string[] | string {
  try {
    return parse(record, { relax_column_count: true, record_delimiter: '\n' })[0] ?? [];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return 'has a quotation mark in the wrong place; quote the whole cell and double the marks inside it';
  }
}

function headerProblems(header: string[]) {
  return header.flatMap((name, index) => {
    if (!KNOWN.has(name)) return [{ field: name, reason: `unknown field; the known ones are ${[...KNOWN].join(', ')}` }];
    return header.indexOf(name) < index ? [{ field: name, reason: 'is named twice' }] : [];
  });
}

function rowOf(header: string[], cells: string[]): { value: unknown } | { problems: Complaint[] } {
  if (cells.length === header.length) return { value: valueOf(header, cells) };
  return { problems: [{ field: '', reason: `has ${cells.length} cells, but the first line names ${header.length}` }] };
}

function valueOf(header: string[], cells: string[]): Record<string, unknown> {
  const value: Record<string, unknown> = { type: 'deal' };
  header.forEach((name, index) => {
    const cell = cells[index] ?? '';
    if (cell !== '') value[name] = cellValue(name, cell);
  });
  return value;
}

function cellValue(name: string, cell: string): unknown {
  const trimmed = cell.trim();
  if (NUMBERS.has(name)) return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : cell;
  if (name === 'expired') return SWITCHES.get(trimmed.toLowerCase()) ?? cell;
  if (name === 'collections' || name === 'variants') return trimmed.split('|').map((item) => item.trim());
  if (name === 'prices') return trimmed.split('|').map((item) => item.trim().split('='));
  if (name === 'rule') return parsedOr(cell);
  return name === 'description' || name === 'body' || name === 'terms' ? cell : trimmed;
}

/** A collection's rule stands in its cell as JSON. */
function parsedOr(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
