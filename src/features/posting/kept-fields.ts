import { isRecord } from '../../lib/is-record.ts';
import { keyed } from '../../lib/keyed.ts';
import { parseStored } from '../../lib/parse-stored.ts';
import { POST_FIELDS, type PostFields } from './contracts/fields.ts';

/** What is typed of a new deal, so that neither a reload nor signing in loses it. */
const KEY = 'post-deal';

/** Where the browser stores nothing, it lasts as long as the page. */
function stored<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

export const keepFields = (fields: PostFields): void => stored((storage) => storage.setItem(KEY, JSON.stringify(fields)));

export const forgetFields = (): void => stored((storage) => storage.removeItem(KEY));

/** What was typed before and not posted. */
export function keptFields(): PostFields | undefined {
  const kept = parseStored(
    stored((storage) => storage.getItem(KEY)),
    isRecord,
  );
  return kept && keyed(POST_FIELDS, (field) => (typeof kept[field] === 'string' ? kept[field] : ''));
}
