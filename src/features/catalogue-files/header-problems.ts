import type { RecordIssue } from '../catalogue/check-record.ts';
import { FIELDS } from '../catalogue/record.ts';
import type { ColumnMap } from './column-map.ts';
import { IN_STOCK, isStockColumn } from './stock-words.ts';

const LONGEST_SHOWN = 60;
/** A feed of another program may have thousands of columns. */
const MOST_SHOWN = 50;
/** Separators that other programs use and that are not read; commas, semicolons and tabs are. */
const OTHER_SEPARATORS = ['|', '^', '~'];

/** That the first line is split by what is no separator, where that shows. @param names what it holds */
export function otherSeparator(names: string[]): RecordIssue[] {
  const [only = ''] = names;
  const separator = names.length === 1 ? OTHER_SEPARATORS.find((one) => only.split(one).length > 2) : undefined;
  if (separator === undefined) return [];
  const reason = `seems to be split by ${separator}, not by commas, semicolons or tabs; write the line sep=${separator} above it`;
  return [{ field: '', reason }];
}

const NO_NAMES =
  'The first line seems to hold no names of columns: if they are further down, take the lines above them out; if they are nowhere, write them above it.';

/**
 * All columns whose names are no fields, in one problem with what can be done.
 * @param names what the first line holds @param hasType whether the table says of each row which type it is
 */
export function unknownColumns(names: string[], unknown: string[], hasType: boolean): RecordIssue[] {
  if (unknown.length === 0) return [];
  const noneKnown = unknown.length === names.filter((name) => name !== '').length;
  const shown = unknown.slice(0, MOST_SHOWN).map((name) => (name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name));
  const more = unknown.length > MOST_SHOWN ? ` and ${unknown.length - MOST_SHOWN} more` : '';
  const stock = unknown.find(isStockColumn);
  const suggested = JSON.stringify({ columns: Object.fromEntries(unknown.map((name) => [name, name === stock ? IN_STOCK : null])) });
  const advice = [
    ...(noneKnown ? [NO_NAMES] : []),
    hasType ? 'docs/import.md lists the fields of each type.' : `The fields of a deal are ${FIELDS.deal.join(', ')}.`,
    more === ''
      ? `Other columns are read with --map FILE (docs/import.md), where null leaves a column out and the name of a field reads it${stock === undefined ? '' : `; ${IN_STOCK} makes what is out of stock expired`}: ${suggested}`
      : 'With --map FILE (docs/import.md) {"ignoreOthers": true} leaves all of them out, and "columns" says which are read.',
  ];
  return [{ field: '', reason: `unknown columns: ${shown.join(', ')}${more}`, advice: advice.join('\n') }];
}

/** Columns that a map reads and that the table lacks. Columns that the map leaves out may be missing. */
export function absentColumns(names: string[], map: ColumnMap | undefined): RecordIssue[] {
  const wanted = Object.entries(map?.columns ?? {}).flatMap(([name, field]) => (field === null ? [] : [name]));
  const absent = wanted.filter((name) => !names.includes(name)).map((name) => `"${name}"`);
  if (absent.length === 0) return [];
  const reason = `--map: no column ${absent.join(', ')}; the file has ${names.filter((name) => name !== '').join(', ')}`;
  return [{ field: '', reason, advice: 'A map names the columns as they are written in the file.' }];
}

/** What a field decides; what is in stock has not expired. */
const subjectOf = (field: string | undefined) => (field === IN_STOCK ? 'expired' : field);

/** Columns that are one field, of which only one can be read. @param fields those of the columns, undefined where one is none */
export function repeatedFields(names: string[], fields: (string | undefined)[], map: ColumnMap | undefined): RecordIssue[] {
  return names.flatMap((name, index) => {
    const field = fields[index];
    const first = field === undefined ? index : fields.findIndex((one) => subjectOf(one) === subjectOf(field));
    const other = names[first];
    if (first === index) return [];
    if (other === undefined || other === name || field === undefined) return [{ field: name, reason: 'is named twice' }];
    const isMapped = (one: string) => map !== undefined && Object.hasOwn(map.columns, one);
    const leftOut = isMapped(name) && !isMapped(other) ? other : name;
    return [
      {
        field: name,
        reason:
          fields[first] === field
            ? `is ${field}, as the column "${other}" is`
            : `is ${field}, and the column "${other}" is ${fields[first]}`,
        advice: `A map leaves one of them out: --map FILE with {"columns": ${JSON.stringify({ [leftOut]: null })}}.`,
      },
    ];
  });
}
