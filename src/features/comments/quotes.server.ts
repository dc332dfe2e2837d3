import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { parseComment } from './markup.server.ts';

/** Shorter quotes are too common to identify an author. */
const SHORTEST_QUOTE = 10;
const MOST_QUOTES = 10;

/** The texts that a comment quotes, in one line each. */
function quotesIn(body: string): string[] {
  const lines = body.split('\n');
  return parseComment(body)
    .filter(({ type, level, map }) => type === 'blockquote_open' && level === 0 && map !== null)
    .map(({ map }) => inOneLine((map ? lines.slice(...map) : []).map((line) => line.replace(/^ {0,3}> ?/, '')).join('\n')))
    .filter((quote) => quote.length >= SHORTEST_QUOTE)
    .slice(0, MOST_QUOTES);
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

interface Quoting {
  postId: number;
  threadId: number;
  /** The comment that it replies to, which it most likely quotes. */
  parentId: number | null;
  body: string;
}

/** The members whom a comment quotes from the same thread; of several who wrote the quoted text, the first. */
export async function quotedMembers(db: Db, { postId, threadId, parentId, body }: Quoting): Promise<number[]> {
  const quotes = quotesIn(body);
  if (quotes.length === 0) return [];
  const { rows } = await sql<{ user_id: number | null }>`
    select distinct on (quote.place) c.user_id
    from unnest(${quotes}::text[]) with ordinality as quote (words, place)
    join comments as c on c.thread_id = ${threadId} and c.status = 'shown' and c.post_id <> ${postId}
      and position(quote.words in regexp_replace(c.body, '\\s+', ' ', 'g')) > 0
    order by quote.place, c.post_id is distinct from ${parentId}::bigint, c.posted_at, c.post_id`.execute(db);
  return [...new Set(rows.flatMap(({ user_id: userId }) => userId ?? []))];
}
