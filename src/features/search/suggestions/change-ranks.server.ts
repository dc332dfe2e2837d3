import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import type { SuggestionKind } from '../../../server/db/schema/search.ts';
import { keysOf, type Key } from './rank.ts';

/** A suggestion with its rank and the rank that it gets (`to`); null is none, and then it is not suggested. */
export interface RankChange {
  id: number;
  kind: SuggestionKind;
  folded: string;
  rank: number | null;
  to: number | null;
}

/** Changes the ranks of suggestions, with all prefixes they are found under. */
export async function changeRanks(transaction: Db, suggestions: RankChange[]): Promise<void> {
  const changes = suggestions.filter(({ rank, to }) => rank !== to);
  if (changes.length === 0) return;
  const keys = (end: 'rank' | 'to') =>
    unnested(
      changes.flatMap((change) =>
        change[end] === null ? [] : keysOf(change.kind, change.folded, change[end]).map((key) => ({ ...key, id: change.id })),
      ),
    );
  await sql`delete from suggestion_keys as k using ${keys('rank')} as t (part, rank, key, id)
    where k.part = t.part and k.rank = t.rank and k.key = t.key and k.suggestion_id = t.id`.execute(transaction);
  await sql`insert into suggestion_keys select * from ${keys('to')} as t on conflict do nothing`.execute(transaction);
  await sql`update suggestions set rank = t.rank
    from unnest(${changes.map(({ id }) => id)}::int[], ${changes.map(({ to }) => to)}::smallint[]) as t (id, rank)
    where suggestions.id = t.id`.execute(transaction);
}

const unnested = (keys: (Key & { id: number })[]) => sql`(
  select part::suggestion_part, rank, key, id
  from unnest(${keys.map(({ part }) => part)}::text[], ${keys.map(({ rank }) => rank)}::smallint[], ${keys.map(({ key }) => key)}::text[],
    ${keys.map(({ id }) => id)}::int[]) as given (part, rank, key, id))`;
