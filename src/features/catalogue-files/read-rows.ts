import type { RecordIssue } from '../catalogue/check-record.ts';
import { FIELDS, RECORD_TYPES } from '../catalogue/record.ts';
import type { ColumnMap } from './column-map.ts';

const KNOWN = new Set(RECORD_TYPES.flatMap((type) => FIELDS[type]));
/** A name of a column without what people write otherwise: `List price` is `listPrice`. */
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

/**
 * What the rows of a table are read by: the field of each column, undefined for one that is left out and `nameless` for one without a name,
 * which must be empty. Such columns at the end are none.
 */
export interface Columns {
  fields: (string | undefined)[];
  values: Record<string, unknown>;
}

/** Finds the fields that the first row of a table names, by our names or by a map of a partner's columns. */
export function readHeader(header: string[], map: ColumnMap | undefined): Columns | { problems: RecordIssue[] } {
  const names = header.slice(0, filledLength(header)).map((name) => name.trim());
  const fields = names.map((name) => fieldOf(name, map));
  const wrong = names.flatMap((name, index) => {
    const field = fields[index];
    if (field === 'unknown')
      return [{ field: name, reason: `unknown field; the known ones are ${[...KNOWN].join(', ')}`, advice: HOW_TO_MAP }];
    return field !== undefined && field !== NAMELESS && fields.indexOf(field) < index ? [{ field: name, reason: 'is named twice' }] : [];
  });
  const problems = [...wrong, ...absentColumns(names, map)];
  return problems.length > 0 ? { problems } : { fields, values: valuesForAll(map) };
}

/** What a map gives to all records; its texts are read as cells are. */
export const valuesForAll = (map: ColumnMap | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(map?.values ?? {}).map(([name, value]) => [name, typeof value === 'string' ? cellValue(name, value) : value]),
  );

/** Columns that a map wants to be read and a table has not; one that is to be left out may well be. */
function absentColumns(names: string[], map: ColumnMap | undefined): RecordIssue[] {
  const wanted = Object.entries(map?.columns ?? {}).flatMap(([name, field]) => (field === null ? [] : [name]));
  const absent = wanted.filter((name) => !names.includes(name)).map((name) => `"${name}"`);
  if (absent.length === 0) return [];
  return [
    {
      field: '',
      reason: `--map: no column ${absent.join(', ')}; the file has ${names.join(', ')}`,
      advice: 'A map names the columns as they are written in the file.',
    },
  ];
}

const HOW_TO_MAP = 'A file of a partner is read with --map FILE, which says what its columns are (docs/import.md).';

/** How many cells there are up to the last that is not empty; 0 for the rows that spreadsheets leave behind. */
export const filledLength = (cells: string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

const NAMELESS = 'nameless';

function fieldOf(name: string, map: ColumnMap | undefined): string | undefined {
  if (map && Object.hasOwn(map.columns, name)) return map.columns[name] ?? undefined;
  if (name === '') return map?.ignoreOthers ? undefined : NAMELESS;
  const known = KNOWN.has(name) ? name : KNOWN_PLAIN.get(plain(name));
  return known ?? (map?.ignoreOthers ? undefined : 'unknown');
}

/** The record of a row; `type` is deal where the row has none. Empty cells are absent fields. */
export function readRow({ fields, values }: Columns, cells: string[]): { value: unknown } | { problems: RecordIssue[] } {
  if (cells.length < fields.length || filledLength(cells) > fields.length)
    return { problems: [{ field: '', reason: `has ${cells.length} cells, but the first line names ${fields.length}` }] };
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
