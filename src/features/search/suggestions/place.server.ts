import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import type { SuggestionKind } from '../../../server/db/schema/search.ts';
import { keysOf, type Key } from './standing.ts';

/** A suggestion that stands at `rank` and is to stand at `to`; null is nowhere. */
export interface Move {
  id: number;
  kind: SuggestionKind;
  folded: string;
  rank: number | null;
  to: number | null;
}

/** Moves suggestions to where they stand now, with all beginnings they are found under. */
export async function place(transaction: Db, suggestions: Move[]): Promise<void> {
  const moves = suggestions.filter(({ rank, to }) => rank !== to);
  if (moves.length === 0) return;
  const keys = (end: 'rank' | 'to') =>
    unnested(
      moves.flatMap((move) =>
        move[end] === null ? [] : keysOf(move.kind, move.folded, move[end]).map((key) => ({ ...key, id: move.id })),
      ),
    );
  await sql`delete from suggestion_keys as k using ${keys('rank')} as t (part, rank, key, id)
    where k.part = t.part and k.rank = t.rank and k.key = t.key and k.suggestion_id = t.id`.execute(transaction);
  await sql`insert into suggestion_keys select * from ${keys('to')} as t on conflict do nothing`.execute(transaction);
  await sql`update suggestions set rank = t.rank
    from unnest(${moves.map(({ id }) => id)}::int[], ${moves.map(({ to }) => to)}::smallint[]) as t (id, rank)
    where suggestions.id = t.id`.execute(transaction);
}

const unnested = (keys: (Key & { id: number })[]) => sql`(
  select part::suggestion_part, rank, key, id
  from unnest(${keys.map(({ part }) => part)}::text[], ${keys.map(({ rank }) => rank)}::smallint[], ${keys.map(({ key }) => key)}::text[],
    ${keys.map(({ id }) => id)}::int[]) as given (part, rank, key, id))`;
