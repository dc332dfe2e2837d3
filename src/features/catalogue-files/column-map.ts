import { z } from 'zod';
import { FIELDS, RECORD_TYPES } from '../catalogue/record.ts';
import { Refused } from '../../lib/refused.ts';
import { IN_STOCK } from './stock-words.ts';
import { placeText, writtenIssue } from '../../server/written-problems.ts';

const KNOWN = new Set(RECORD_TYPES.flatMap((type) => FIELDS[type]));
const fieldOf = (isKnown: (name: string) => boolean) =>
  z.string('must be the name of a field').refine(isKnown, 'is not a known field; docs/import.md lists them');
const field = fieldOf((name) => KNOWN.has(name));
/** A column may also say the opposite of a field. */
const columnField = fieldOf((name) => KNOWN.has(name) || name === IN_STOCK);

const columnMap = z.strictObject({
  columns: z.record(z.string(), columnField.nullable(), 'must name columns').default({}),
  values: z.record(field, z.union([z.string(), z.number(), z.boolean()], 'must be text, a number, true or false')).default({}),
  ignoreOthers: z.boolean('must be true or false').default(false),
});

/** How a partner's table is read: which field each column is (null: none; `inStock`: the opposite of `expired`), what all records have, and whether other columns matter. */
export type ColumnMap = z.output<typeof columnMap>;

/** Checks a map as an editor writes it. @throws Refused telling what is wrong */
export function readColumnMap(json: unknown): ColumnMap {
  const read = columnMap.safeParse(json, { error: writtenIssue });
  if (read.success) return read.data;
  throw new Refused(
    ...read.error.issues.map(({ path, message }) => `--map: ${placeText(path) || 'the file'} ${message}`),
    'A map is JSON such as {"columns": {"Product Name": "title", "SKU": "sourceId"}, "values": {"store": "acme"}, "ignoreOthers": true}.',
  );
}
