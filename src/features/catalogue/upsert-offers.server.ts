import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Range } from '../../server/db/staging.ts';
import { hasJustExpired, statusAt } from './status.server.ts';
import { stagedRows, upsert, type Target } from '../../server/db/upsert.ts';

export interface SavedOffers {
  added: number[];
  changed: number[];
  expired: number;
}

const OFFERS: Target = {
  table: 'offers',
  id: 'id',
  key: ['source', 'source_id'],
  columns: [
    'offer_type',
    'title',
    'description',
    'terms',
    'kind',
    'store_id',
    'maker',
    'code',
    'percent',
    'amount_cents',
    'minimum_cents',
    'currency',
    'url',
    'year',
    'posted_at',
    'starts_at',
    'expires_at',
    'status',
  ],
  onChange: { changed_at: sql`now()` },
  returning: { added: sql`false as expired`, changed: sql`${hasJustExpired} as expired` },
};

const SHAPE = sql`offer_type text, title text, description text, terms text, kind text, store text, maker text, code text,
  percent real, amount_cents int, minimum_cents int, currency text, url text, year int, posted_at timestamptz,
  starts_at timestamptz, expires_at timestamptz, expired boolean`;

/** Saves staged coupons and cashback offers. */
export async function upsertOffers(db: Db, range: Range, now: Date): Promise<SavedOffers> {
  const { added, changed } = await upsert<{ expired: boolean }>(
    db,
    OFFERS,
    sql`select s.ord, s.source, s.source_id, s.offer_type, s.title, coalesce(s.description, '') as description,
        coalesce(s.terms, '') as terms, s.kind, stores.id as store_id, s.maker, s.code, s.percent, s.amount_cents,
        s.minimum_cents, s.currency, s.url, s.year, s.posted_at, s.starts_at, s.expires_at,
        ${statusAt(now)} as status
      from ${stagedRows('offer', range, SHAPE)} as s
      left join offers as old on old.source = s.source and old.source_id = s.source_id
      left join stores on stores.slug = s.store`,
  );
  return {
    added: added.map(({ id }) => id),
    changed: changed.map(({ id }) => id),
    expired: changed.filter(({ expired }) => expired).length,
  };
}
