import { isRecord } from '../../lib/is-record.ts';
import { keyed } from '../../lib/keyed.ts';
import { parseStored } from '../../lib/parse-stored.ts';
import { inStorage } from '../../ui/in-storage.ts';
import { POST_FIELDS, type PostFields } from './contracts/fields.ts';

/** What the page says about the form. */
interface TypedForm {
  /** The number of the member who types. */
  member: string;
  /** The id of the waiting or refused submission; empty for a new deal. */
  waiting: string;
}

/** What is typed of a deal, so that neither a reload nor signing in loses it. Where the browser stores nothing, it lasts as long as the page. */
const KEY = 'post-deal';
const keyOf = ({ waiting }: TypedForm) => `post-deal${waiting && `:${waiting}`}`;

/** @param draft the server's draft that was there while this was typed: what the page began with, or what was previewed last */
export const keepFields = (form: TypedForm, fields: PostFields, draft: PostFields): void =>
  inStorage(() => localStorage.setItem(keyOf(form), JSON.stringify({ member: form.member, fields, draft })));

export const clearFields = (form: TypedForm): void => inStorage(() => localStorage.removeItem(keyOf(form)));

const readStored = (key: string) => inStorage(() => parseStored(localStorage.getItem(key), isRecord));

/** Deletes what other members typed in the same browser: it must not be shown to the member who logs in after them. */
export function clearFieldsOfOthers(member: string): void {
  inStorage(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    for (const key of keys) if (readStored(key)?.['member'] !== member) localStorage.removeItem(key);
  });
}

/**
 * What the member typed into this form before and did not send, to replace what the page shows.
 * @returns undefined where there is nothing, or where the page has a draft of a new deal that the server got by other ways since, such as a form
 * without script
 */
export function keptFields(form: TypedForm, shown: PostFields): PostFields | undefined {
  const kept = readStored(keyOf(form));
  const typed = readFields(kept?.['fields']);
  if (kept?.['member'] !== form.member || !typed) return undefined;
  return form.waiting === '' && !isSame(readFields(kept['draft']), shown) ? undefined : typed;
}

function readFields(value: unknown): PostFields | undefined {
  if (!isRecord(value)) return undefined;
  return keyed(POST_FIELDS, (field) => {
    const text = value[field];
    return typeof text === 'string' ? text : '';
  });
}

/** Blanks and line breaks do not count, which the server stores in a form of its own. An earlier version kept no draft: none was there then. */
function isSame(draft: PostFields | undefined, shown: PostFields): boolean {
  const words = (text = '') => text.replaceAll(/\s+/g, ' ').trim();
  return POST_FIELDS.every((field) => words(draft?.[field]) === words(shown[field]));
}
