import { sql } from 'kysely';
import { isRecord } from '../../lib/is-record.ts';
import { parseComment } from './markup.server.ts';
import type { Mentioned } from './mention-rule.ts';

/**
 * A column of comments `c`: the members whose names may be in its text; null where there is no "@". Because the punctuation after a name
 * may also be part of a name, shorter names are looked up, too.
 */
export const MENTIONED = sql<Mentioned | null>`
  case when position('@' in c.body) > 0 then (
    select jsonb_object_agg(lower(named.username), named.user_id) from members as named where lower(named.username) = any(array(
      select lower(left(word.text, length)) from (
        select found[1] as text from regexp_matches(c.body, '@([A-Za-z0-9._-]{3,30})', 'g') as found) as word
      cross join lateral generate_series(greatest(3, length(rtrim(word.text, '._-'))), length(word.text)) as length))) end`.as('mentioned');

/** The members that a text mentions outside of quotes. */
export function mentionedIn(body: string, mentioned: Mentioned | null): number[] {
  if (!mentioned) return [];
  const found = new Set<number>();
  let quoted = 0;
  for (const { type, children } of parseComment(body, mentioned)) {
    if (type === 'blockquote_open') quoted += 1;
    if (type === 'blockquote_close') quoted -= 1;
    if (quoted > 0) continue;
    for (const { meta } of children ?? []) {
      if (isRecord(meta) && typeof meta['userId'] === 'number') found.add(meta['userId']);
    }
  }
  return [...found];
}
