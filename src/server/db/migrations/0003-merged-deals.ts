import { type Kysely, sql } from 'kysely';

/** Duplicates that were merged into other deals, and what finding duplicates needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Always straight to a deal that is there, never to another merged one.
  `create table merged_deals (
    thread_id bigint primary key,
    into_thread_id bigint not null references deals on delete cascade,
    source text not null, source_id text not null,
    merged_at timestamptz not null default now(),
    unique (source, source_id))`,
  `create index merged_deals_into on merged_deals (into_thread_id)`,
  // A title without case, accents and punctuation. The ranges are spelled out, because classes such as [:punct:] follow the locale.
  `create function title_key(title text) returns text language sql immutable as $$
    select coalesce(nullif(btrim(regexp_replace(
      regexp_replace(lower(normalize($1, NFKD)), '[\\u0300-\\u036f''\\u2019]', '', 'g'),
      '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+', ' ', 'g')), ''), $1) $$`,
  `create index deals_store_price on deals (store_id, price_cents, posted_at)`,
];
