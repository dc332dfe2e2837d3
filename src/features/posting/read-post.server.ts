import type { Context } from '../../server/context.ts';
import { keyed, keysOf } from '../../lib/keyed.ts';
import { checkRecord, type RecordIssue } from '../catalogue/check-record.ts';
import { parseContextOf } from '../catalogue/parse-fields.ts';
import { normalizeMessage } from '../comments/message.ts';
import { POST_FIELDS, type PostFault, type PostFields } from './contracts/fields.ts';
import { FIELD_LABELS, REQUIRED_FIELDS } from './field-words.ts';
import { findStore, shopHost, type NamedStore } from './find-store.server.ts';

/** A deal that can be saved: a record without its source. */
export interface ReadPost {
  record: Record<string, unknown>;
  store: NamedStore;
}

/** What was typed, as it is stored: trimmed, with LF line breaks. */
export const normalizeFields = (typed: PostFields): PostFields =>
  keyed(POST_FIELDS, (field) => (field === 'description' ? normalizeMessage(typed[field]) : typed[field].trim()));

/**
 * Reads what a member typed by the rules of imports, and finds what it is filed under. Texts stay as they were typed: the faults that
 * are repaired in files and feeds do not arise in a form.
 * @returns the first thing that is wrong with it, or the deal
 */
export async function readPost(context: Context, typed: PostFields): Promise<PostFault | ReadPost> {
  const { db, clock } = context;
  const missing = keysOf(REQUIRED_FIELDS).find((field) => typed[field] === '');
  if (missing) return { field: missing, message: REQUIRED_FIELDS[missing] };
  const record = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));
  const checked = checkRecord({ ...record, ...PLACEHOLDERS }, parseContextOf(context));
  if ('problems' in checked) return faultOf(checked.problems);
  const host = shopHost(typed.url);
  if (host === undefined)
    return { field: 'url', message: 'This is no address of a shop. Copy it from your browser, with https:// in front.' };
  if (checked.record.type === 'deal' && checked.record.expiresAt && checked.record.expiresAt <= clock())
    return { field: 'expiresAt', message: 'It has ended already: give a date that is to come, or none.' };
  const store = await findStore(db, typed.store, host);
  if (!store) return { field: 'store', message: 'Please name the store.' };
  const category = await db.selectFrom('categories').select('slug').where('slug', '=', typed.category).executeTakeFirst();
  if (!category) return { field: 'category', message: 'Please choose a category from the list.' };
  return { record, store };
}

/** Required fields of a record that are not in the form. */
const PLACEHOLDERS = { type: 'deal', source: 'site', sourceId: 'typed', store: 'typed' };

function faultOf(problems: RecordIssue[]): PostFault {
  const found = problems.map(({ field, reason }) => ({ field: POST_FIELDS.find((name) => name === field.split('.')[0]), reason }));
  const first = found.find(({ field }) => field !== undefined) ?? found[0];
  const field = first?.field ?? 'title';
  const reason = (first?.reason ?? 'cannot be read').replace('startsAt', 'the start');
  return { field, message: `${FIELD_LABELS[field]} ${reason}.` };
}
