import type { RecordIssue } from '../catalogue/check-record.ts';
import { FIELDS, RECORD_TYPES } from '../catalogue/record.ts';
import type { ColumnMap } from './column-map.ts';
import { IN_STOCK } from './stock-words.ts';
import { absentColumns, otherSeparator, repeatedFields, unknownColumns } from './header-problems.ts';

const KNOWN = new Set(RECORD_TYPES.flatMap((type) => FIELDS[type]));
/** A normalized column name, for comparing: `List price` is `listPrice`. */
const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
const KNOWN_PLAIN = new Map([...KNOWN].map((name) => [plain(name), name]));

const NUMBERS = new Set(['position', 'votesUp', 'votesDown', 'percent', 'year', 'threadId', 'postId', 'offerId']);
/** What is in its cell as JSON. */
const JSON_FIELDS = new Set(['rule', 'merged']);
const LISTS = new Set(['collections', 'variants', 'shipsTo']);
const SWITCHES = new Set(['expired', 'offSite']);
const SWITCH_WORDS = new Map([
  ...['true', 'yes', 'y', 'on', '1'].map((word): [string, boolean] => [word, true]),
  ...['false', 'no', 'n', 'off', '0'].map((word): [string, boolean] => [word, false]),
]);

/** Why a table without anything is refused: a download that failed leaves such a file. */
export const EMPTY_TABLE = 'is empty: the first line of a table names its fields';

/** The problems of a first line, without whose names no other line can be read. */
export const endingFile = (problems: RecordIssue[]): RecordIssue[] => problems.map((problem) => ({ ...problem, endsFile: true }));

/**
 * How the rows of a table are read: the field of each column, undefined for a column that is left out and `nameless` for one without a
 * name, which must be empty. Nameless columns at the end are ignored.
 */
export interface Columns {
  fields: (string | undefined)[];
  values: Record<string, unknown>;
  /** Makes the record of a row whose cells are no fields, such as those of `merchantColumns`. */
  toRecord?(cells: string[]): Record<string, unknown>;
}

/** Finds the fields that the first row of a table names, by our names or by a map of a partner's columns. */
export function readHeader(header: string[], map: ColumnMap | undefined): Columns | { problems: RecordIssue[] } {
  const names = header.slice(0, filledLength(header)).map((name) => name.trim());
  const split = otherSeparator(names);
  if (split.length > 0) return { problems: split };
  const fields = names.map((name) => fieldOf(name, map));
  const unknown = names.filter((_, index) => fields[index] === UNKNOWN);
  const problems = [
    ...unknownColumns(names, unknown, fields.includes('type')),
    ...repeatedFields(
      names,
      fields.map((field) => (isField(field) ? field : undefined)),
      map,
    ),
    ...absentColumns(names, map),
  ];
  return problems.length > 0 ? { problems } : { fields, values: valuesForAll(map) };
}

/** What a map gives to all records; its texts are read as cells are. */
export const valuesForAll = (map: ColumnMap | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(map?.values ?? {}).map(([name, value]) => [name, typeof value === 'string' ? cellValue(name, value) : value]),
  );

/** How many cells there are up to the last that is not empty; 0 for the rows that spreadsheets leave behind. */
export const filledLength = (cells: string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

const UNKNOWN = 'unknown';
const NAMELESS = 'nameless';
const isField = (field: string | undefined) => field !== undefined && field !== UNKNOWN && field !== NAMELESS;

function fieldOf(name: string, map: ColumnMap | undefined): string | undefined {
  if (map && Object.hasOwn(map.columns, name)) return map.columns[name] ?? undefined;
  if (name === '') return map?.ignoreOthers ? undefined : NAMELESS;
  const known = KNOWN.has(name) ? name : KNOWN_PLAIN.get(plain(name));
  // A column that the map names is the field, also where another one has its name, such as "Description" beside "Short description".
  const mapped = Object.values(map?.columns ?? {});
  const isMapped = known !== undefined && (mapped.includes(known) || (known === 'expired' && mapped.includes(IN_STOCK)));
  if (isMapped && map?.ignoreOthers) return undefined;
  return known ?? (map?.ignoreOthers ? undefined : UNKNOWN);
}

/** The record of a row; `type` is deal where the row has none. Empty cells are absent fields. */
export function readRow({ fields, values, toRecord }: Columns, cells: string[]): { value: unknown } | { problems: RecordIssue[] } {
  if (cells.length < fields.length || filledLength(cells) > fields.length)
    return { problems: [{ field: '', reason: `has ${cells.length} cells, but the first line names ${fields.length}` }] };
  if (toRecord) return { value: toRecord(cells) };
  const nameless = fields.findIndex((name, index) => name === NAMELESS && cells[index]?.trim() !== '');
  if (nameless >= 0)
    return { problems: [{ field: '', reason: `has a value in column ${nameless + 1}, which has no name; name it in the first line` }] };
  const value: Record<string, unknown> = { type: 'deal', ...values };
  fields.forEach((name, index) => {
    const cell = cells[index] ?? '';
    if (name !== undefined && cell.trim() !== '') value[name] = cellValue(name, cell);
  });
  return { value };
}

/** The value of a field as it is written in a cell. */
export function cellValue(name: string, cell: string): unknown {
  const trimmed = cell.trim();
  const percent = name === 'percent' ? /^(\d+)(?:[.,](\d+))?\s*%$/.exec(trimmed) : null;
  if (percent) return Number(`${percent[1]}.${percent[2] ?? 0}`);
  if (NUMBERS.has(name)) return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : cell;
  if (SWITCHES.has(name)) return SWITCH_WORDS.get(trimmed.toLowerCase()) ?? cell;
  if (LISTS.has(name)) return trimmed.split('|').map((item) => item.trim());
  if (name === 'prices') return trimmed.split('|').map((item) => item.trim().split('='));
  if (JSON_FIELDS.has(name)) return parsedOr(cell);
  return name === 'description' || name === 'body' || name === 'terms' ? cell : trimmed;
}

function parsedOr(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
