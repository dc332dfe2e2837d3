import { eventText } from './event-text.ts';

/** The names of attribution parameters in a page's query (spec §7). */
const NAMES = /^(?:utm_(?:campaign|content|medium|source|term)|sdxt0[0-7])$/;

/** The attribution in a query; undefined when it has none. */
export function attributionIn(query: URLSearchParams): Record<string, string> | undefined {
  const found = [...query].map(([name, value]) => [name, eventText(value)] as const).filter(([name, value]) => NAMES.test(name) && value);
  return found[0] && Object.fromEntries(found);
}
