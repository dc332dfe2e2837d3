import { CsvError, parse } from 'csv-parse/sync';
import type { ColumnMap } from './column-map.ts';
import { LONGEST_LINE, type Line, type ReadLine } from './read-lines.ts';
import { filledLength, readHeader, readRow, type Columns } from './read-rows.ts';

const DELIMITERS = [',', ';', '\t'];

/**
 * The records of a CSV file. Its first line names the fields and shows what is between them: a comma, a semicolon or a tab. `type` may
 * be left out ("deal"). Lists are split by `|`, an observed price reads `2024-01-20=54.99`, an empty cell is an absent field. A record
 * that spans lines counts as on its first.
 */
export async function* readCsv(lines: AsyncIterable<Line>, map?: ColumnMap): AsyncGenerator<ReadLine> {
  let delimiter: string | undefined;
  let columns: Columns | undefined;
  for await (const { number: line, text, fault, legacy, bytesRead } of joinQuoted(lines)) {
    const named = !columns && /^sep=(.)$/i.exec(text)?.[1];
    if (named) {
      delimiter = named;
      continue;
    }
    delimiter ??= delimiterOf(text);
    const cells = fault ?? cellsOf(text, delimiter);
    if (typeof cells !== 'string' && filledLength(cells) === 0) continue;
    if (typeof cells === 'string') {
      yield { line, bytesRead, problems: [{ field: '', reason: cells }] };
      // Without the names, no other line can be read.
      if (!columns) return;
    } else if (columns) yield { line, bytesRead, legacy, ...readRow(columns, cells) };
    else {
      const header = readHeader(cells, map);
      if ('problems' in header) {
        yield { line, bytesRead, ...header };
        return;
      }
      columns = header;
    }
  }
}

/** What is between the names of the first line most often, outside of quotation marks. */
function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

/** Joins lines while a quotation mark is open, so that each result is a whole record; empty lines between records go. */
async function* joinQuoted(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let open: Line | undefined;
  for await (const line of lines) {
    if (!open && !line.fault && line.text.trim() === '') continue;
    const record: Line = open
      ? {
          ...line,
          number: open.number,
          text: `${open.text}\n${line.text}`,
          fault: open.fault ?? line.fault,
          legacy: open.legacy || line.legacy,
        }
      : line;
    const odd = line.text.split('"').length % 2 === 0;
    open = odd === (open === undefined) ? record : undefined;
    if (!open) yield record;
    else if (record.text.length > LONGEST_LINE) break;
  }
  if (open) yield { ...open, fault: 'opens a quotation mark that is never closed; nothing after it was read' };
}

/** The cells of one record, or what is wrong with its quoting. */
function cellsOf(record: string, delimiter: string): string[] | string {
  try {
    return parse(record, { relax_column_count: true, record_delimiter: '\n', delimiter })[0] ?? [];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return 'has a quotation mark in the wrong place; quote the whole cell and double the marks inside it';
  }
}
