import type { z } from 'zod';
import { catalogueRecord, FIELDS, RECORD_TYPES, type CatalogueRecord, type RecordType } from './record.ts';

/** Something an editor has to put right; `field` is empty when it concerns the whole line, `line` is 0 for the whole file. */
export interface Problem {
  file: string;
  line: number;
  field: string;
  reason: string;
}

export type Complaint = Pick<Problem, 'field' | 'reason'>;

const LONGEST_SHOWN = 60;

/** Checks what a line says against the schema of its type. */
export function checkRecord(value: unknown): { record: CatalogueRecord } | { problems: Complaint[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problems: [{ field: '', reason: 'must be a JSON object, in { and }' }] };
  }
  const checked = catalogueRecord.safeParse(value);
  if (checked.success) return { record: checked.data };
  return { problems: checked.error.issues.flatMap((issue) => complaints(issue, value)) };
}

const isRecord = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null;

function complaints(issue: z.core.$ZodIssue, value: object): Complaint[] {
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: field ? `${field}.${key}` : key, reason: unknownField(field ? undefined : value) }));
  }
  const given = issue.path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
  if (given === undefined && !issue.message.startsWith('must be given')) return [{ field, reason: `is missing: it ${issue.message}` }];
  return [{ field, reason: given === undefined ? issue.message : `${issue.message} (is ${shown(given)})` }];
}

function unknownField(value: object | undefined): string {
  const type = value && 'type' in value ? value.type : undefined;
  const known = RECORD_TYPES.find((one) => one === type);
  return known ? `unknown field; a ${known} has ${FIELDS[known].join(', ')}` : 'unknown field';
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** What a record goes by: its source's id, or its slug without any source. */
export interface RecordKey {
  type: RecordType;
  source: string;
  sourceId: string;
}

/** The key of a line that may be wrong elsewhere, so that what refers to it is not reported too. */
export function keyOf(value: unknown): RecordKey | undefined {
  if (!isRecord(value)) return undefined;
  const { type, slug, source, sourceId } = value;
  const known = RECORD_TYPES.find((one) => one === type);
  if (!known) return undefined;
  if (typeof slug === 'string') return { type: known, source: '', sourceId: slug };
  if (typeof source === 'string' && typeof sourceId === 'string') return { type: known, source, sourceId };
  return undefined;
}
