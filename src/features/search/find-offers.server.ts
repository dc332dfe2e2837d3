import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { facetsOf, type Facet } from '../filters/facets.server.ts';
import { MOST_FOUND } from './find.server.ts';
import type { ResolvedFilters } from '../filters/resolve-filters.server.ts';
import { allOf } from './tsquery.ts';

/** Which offers are looked for. */
interface OfferSearch {
  /** What the words ask for, in the language of `tsquery`; undefined when there are none. */
  words: string | undefined;
  resolved: ResolvedFilters;
  offset: number;
  limit: number;
}

/** Offers that were found: how many up to `MOST_FOUND`, whether there are more, and the ids of those that were asked for. */
export interface FoundOffers {
  total: number;
  more: boolean;
  /** Whether there are some, and none of them works any more. */
  expired: boolean;
  ids: number[];
}

export const NO_OFFERS: FoundOffers = { total: 0, more: false, expired: false, ids: [] };

/** Finds coupons and cashback: those that still work first, the best match first. Bounds of price and saving are for deals alone. */
export async function findOffers(db: Db, { words, resolved, offset, limit }: OfferSearch): Promise<FoundOffers> {
  const { minCents, maxCents, percentOff } = resolved;
  const conditions = [...(words ? [words] : []), ...resolved.conditions];
  if (minCents !== undefined || maxCents !== undefined || percentOff) return NO_OFFERS;
  const { found } = await oneRow(
    db,
    sql<{ found: Omit<FoundOffers, 'more'> }>`
    with matched as materialized (
      select id, status = 'expired' as is_expired, posted_at, ${words ? sql`ts_rank(search, ${words}::tsquery)` : sql`0`} as score
      from offers where ${matches(conditions)} limit ${MOST_FOUND + 1})
    select json_build_object(
      'total', (select count(*) from matched),
      'expired', (select coalesce(bool_and(is_expired), false) from matched),
      'ids', coalesce((select json_agg(id order by place) from (
        select id, row_number() over (order by is_expired, score desc, posted_at desc, id) as place from matched) as placed
        where place > ${offset} and place <= ${offset + limit}), '[]')) as found`,
  );
  return { ...found, total: Math.min(found.total, MOST_FOUND), more: found.total > MOST_FOUND };
}

/** Stores whose offers are found, counted whatever store is chosen. */
export async function offerStores(db: Db, { words, resolved }: Pick<OfferSearch, 'words' | 'resolved'>): Promise<Facet[]> {
  const conditions = [...(words ? [words] : []), ...resolved.conditionsBut('store')];
  const { stores } = await oneRow(
    db,
    sql<{ stores: Facet[] }>`
    with matched as materialized (
      select store_id from offers where ${matches(conditions)} and store_id is not null limit ${MOST_FOUND + 1})
    select ${facetsOf('store')} as stores`,
  );
  return stores;
}

const matches = (conditions: string[]): RawBuilder<boolean> =>
  sql<boolean>`status <> 'scheduled' and ${conditions.length > 0 ? sql`search @@ ${allOf(conditions)}::tsquery` : sql`true`}`;
