import { CsvError, parse } from 'csv-parse/sync';
import { Refused } from '../../lib/refused.ts';
import type { MergeRow } from './merge-many.server.ts';

/**
 * Reads a file of duplicates, as `import --duplicates` writes it: CSV with commas, semicolons or tabs, whose first line names the columns
 * `duplicate` and `into`; other columns are ignored.
 * @throws Refused telling every line that is wrong
 */
export function readMerges(text: string): MergeRow[] {
  const records = parsed(text);
  const [header, ...rows] = records;
  const names = header?.record.map((name) => name.trim().toLowerCase()) ?? [];
  const [duplicateAt, intoAt] = [names.indexOf('duplicate'), names.indexOf('into')];
  if (duplicateAt < 0 || intoAt < 0)
    throw new Refused('line 1: must name the columns "duplicate" and "into"; "import … --duplicates FILE" writes such a file');
  const problems: string[] = [];
  const merges = rows.map(({ record, lines }) => {
    const [duplicate, into] = [record[duplicateAt]?.trim() ?? '', record[intoAt]?.trim() ?? ''];
    if (duplicate === '') problems.push(`line ${lines}: the column "duplicate" is empty; name the deal that is to go`);
    if (into === '') problems.push(`line ${lines}: the column "into" is empty; name the deal that stays`);
    return { line: lines, duplicate, into };
  });
  if (problems.length > 0) throw new Refused(...problems, 'Nothing was merged.');
  return merges;
}

interface Parsed {
  record: string[];
  /** Number of its last line, from 1. */
  lines: number;
}

function parsed(text: string): Parsed[] {
  const [header = ''] = text.split('\n', 1);
  const delimiter = [',', ';', '\t'].find((one) => header.includes(one)) ?? ',';
  try {
    const rows: Parsed[] = [];
    const keep = (record: string[], { lines }: { lines: number }) => void rows.push({ record, lines });
    parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, on_record: keep });
    // Spreadsheets leave rows of empty cells behind.
    return rows.filter(({ record }) => record.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Refused(
      `line ${String(error['lines'])}: has a quotation mark in the wrong place; quote the whole cell and double the marks inside it`,
    );
  }
}
