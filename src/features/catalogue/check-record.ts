import type { z } from 'zod';
import { contradictions } from './contradictions.ts';
import { parseFields, type ParseContext } from './parse-fields.ts';
import { catalogueRecord, FIELDS, RECORD_TYPES, type CatalogueRecord, type RecordType } from './record.ts';

/** Something that an editor has to correct in a record; `field` is empty when it concerns the whole record. */
export interface RecordIssue {
  field: string;
  reason: string;
  /** The value as JSON; left out where there is none, or where the reason has it. */
  value?: string;
  /** What can be done about it and about others of its kind. */
  advice?: string;
  /** Whether no more of the file can be read because of it, so that nobody knows what else is in there. */
  endsFile?: boolean;
  /** Whether it cannot be left out (`--skip-invalid`), because it is not of a deal, or nobody knows of which. */
  mustBeCorrected?: boolean;
}

/** A problem with its location; `line` is 0 for the whole file. */
export interface Problem extends RecordIssue {
  file: string;
  line: number;
  /** The id or the title of a product in a feed, which may be all on one line. */
  record?: string;
}

const LONGEST_SHOWN = 60;

/** Checks a line's value against the schema of its type, after its prices, dates and codes were read. */
export function checkRecord(value: unknown, parseContext: ParseContext): { record: CatalogueRecord } | { problems: RecordIssue[] } {
  if (!isRecord(value) || Array.isArray(value)) {
    return { problems: [{ field: '', reason: 'must be a JSON object, in { and }' }] };
  }
  const type = typeOf(value);
  const read = type && parseFields(type, value, parseContext);
  const checked = catalogueRecord.safeParse(read?.value ?? value);
  const unread = [...(read?.faults ?? [])].map(([field, reason]) => ({ field, reason, ...valueAt(value, field.split('.')) }));
  const against = read ? contradictions(read, parseContext).map((one) => ({ ...one, ...valueAt(value, [one.field]) })) : [];
  if (checked.success && unread.length + against.length === 0) return { record: checked.data };
  const issues = checked.error?.issues.filter(({ path }) => !read?.faults.has(path.join('.'))) ?? [];
  const found = [...issues.flatMap((issue) => recordIssues(issue, value)), ...unread, ...against];
  return { problems: type ? found.toSorted((a, b) => placeOf(a, type) - placeOf(b, type)) : found };
}

/** The position of a problem's field among those of its type; unknown ones come last. */
function placeOf({ field }: RecordIssue, type: RecordType): number {
  const place = FIELDS[type].indexOf(field.split('.', 1)[0] ?? '');
  return place < 0 ? Number.MAX_SAFE_INTEGER : place;
}

/** An issue in a line. */
export const issueText = (issue: RecordIssue) =>
  `${issueTextWithoutValue(issue)}${issue.value === undefined ? '' : ` (is ${truncateValue(issue.value)})`}`;

/** An issue in a line, without the value. */
export const issueTextWithoutValue = ({ field, reason }: RecordIssue) =>
  field === '' || reason.startsWith(`${field} "`) ? visible(reason) : `${nameText(field)}: ${visible(reason)}`;

/** A name of a column may hold anything, also what moves the cursor of a terminal. */
const nameText = (field: string) => (/\p{Cc}/u.test(field) ? visible(JSON.stringify(field)) : field);

/** A text with its control characters written out. */
const visible = (text: string) => text.replace(/\p{Cc}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** True of lists, too, whose indexes are their keys. */
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const typeOf = (value: Record<string, unknown>) => RECORD_TYPES.find((one) => one === value['type']);

function recordIssues(issue: z.core.$ZodIssue, value: Record<string, unknown>): RecordIssue[] {
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: field ? `${field}.${key}` : key, reason: unknownField(field ? undefined : value) }));
  }
  const given = valueAt(value, issue.path);
  const missing = given.value === undefined && !issue.message.startsWith('must be given');
  return [{ field, reason: missing ? `is missing: it ${issue.message}` : issue.message, ...given }];
}

function valueAt(value: Record<string, unknown>, path: PropertyKey[]): { value?: string } {
  const found = path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[String(key)] : undefined), value);
  return found === undefined ? {} : { value: JSON.stringify(found) };
}

function unknownField(value: Record<string, unknown> | undefined): string {
  const known = value && typeOf(value);
  return known ? `unknown field; ${known === 'offer' ? 'an' : 'a'} ${known} has ${FIELDS[known].join(', ')}` : 'unknown field';
}

/** A value as JSON, cut to what a line has room for. */
export const truncateValue = (json: string) => (json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN)}…` : json);

/** What identifies a record: its source's id, or its slug without any source. */
export interface RecordKey {
  type: RecordType;
  source: string;
  sourceId: string;
}

/** The key of a line that may be wrong elsewhere, so that what refers to it is not reported too. */
export function keyOf(value: unknown): RecordKey | undefined {
  if (!isRecord(value)) return undefined;
  const { slug, source, sourceId } = value;
  const type = typeOf(value);
  if (!type) return undefined;
  if (typeof slug === 'string') return { type, source: '', sourceId: slug };
  if (typeof source === 'string' && (typeof sourceId === 'string' || Number.isSafeInteger(sourceId)))
    return { type, source, sourceId: String(sourceId) };
  return undefined;
}

/** References of a line that has other errors, so that missing ones are reported too; undefined where they cannot be read. */
export function referencesOf(value: unknown): object | undefined {
  if (!isRecord(value) || (value['type'] !== 'deal' && value['type'] !== 'offer')) return undefined;
  return Object.fromEntries(FILED_UNDER.flatMap((field) => (typeof value[field] === 'string' ? [[field, value[field].trim()]] : [])));
}

const FILED_UNDER = ['store', 'brand', 'category', 'forum', 'url'] as const;
