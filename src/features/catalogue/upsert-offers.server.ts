import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import type { Range } from '../../server/db/staging.ts';
import { advanceIdsPast } from './kept-ids.server.ts';
import { hasJustExpired, statusAt } from './status.server.ts';
import { stagedRows, upsert, type Target } from '../../server/db/upsert.ts';

interface SavedOffers {
  added: number[];
  changed: number[];
  expired: number;
  /** How many new offers got another address than their records asked for, because that one was taken. */
  readdressed: number;
}

const IDS = 'offers_id_seq';

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
  first: ['id'],
  defaults: { id: sql`nextval(${sql.lit(IDS)})` },
  onChange: { changed_at: sql`now()` },
  returning: { added: sql`false as expired`, changed: sql`${hasJustExpired} as expired` },
};

const SHAPE = sql`offer_type text, title text, description text, terms text, kind text, store text, maker text, code text,
  percent real, amount_cents int, minimum_cents int, currency text, url text, year int, posted_at timestamptz,
  starts_at timestamptz, expires_at timestamptz, expired boolean, id int`;

/**
 * The id that a staged offer `s` asks for, unless another offer has it or an earlier one asks for it. Not used for existing offers (`old`).
 */
const KEPT_ID = sql`case when not exists (select from offers as o where o.id = s.id)
  and row_number() over (partition by s.id, old.id is null order by s.ord) = 1 then s.id end`;

/** Saves staged coupons and cashback offers. */
export async function upsertOffers(db: Db, range: Range, now: Date): Promise<SavedOffers> {
  const staged = stagedRows('offer', range, SHAPE);
  const { highest, readdressed } = await oneRow(
    db,
    sql<{ highest: number | null; readdressed: number }>`
      select max(kept) as highest, (count(asked) - count(kept))::int as readdressed from (
        select s.id as asked, ${KEPT_ID} as kept from ${staged} as s
        left join offers as old on old.source = s.source and old.source_id = s.source_id where old.id is null) as new`,
  );
  if (highest !== null) await advanceIdsPast(db, sql`select ${highest}::bigint`, IDS);
  const { added, changed } = await upsert<{ expired: boolean }>(
    db,
    OFFERS,
    sql`select s.ord, s.source, s.source_id, s.offer_type, s.title, coalesce(s.description, '') as description,
        coalesce(s.terms, '') as terms, s.kind, stores.id as store_id, s.maker, s.code, s.percent, s.amount_cents,
        s.minimum_cents, s.currency, s.url, s.year, s.posted_at, s.starts_at, s.expires_at,
        ${statusAt(now)} as status,
        ${KEPT_ID} as id
      from ${staged} as s
      left join offers as old on old.source = s.source and old.source_id = s.source_id
      left join stores on stores.slug = s.store`,
  );
  return {
    added: added.map(({ id }) => id),
    changed: changed.map(({ id }) => id),
    expired: changed.filter(({ expired }) => expired).length,
    readdressed,
  };
}
