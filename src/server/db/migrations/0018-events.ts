import { type Kysely, sql } from 'kysely';

/**
 * What visitors saw and did (spec §7, Event tracking), without anything by which to find out who they are: each event for a while, and counts by
 * day for good.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // The browser makes the id, so that an event that is sent twice counts once.
  `create table events (
    id text primary key, received_at timestamptz not null, kind text not null, visitor text, path text not null,
    thread_id int, offer_id int, store_id int, position int, variants text[] not null default '{}', details jsonb)`,
  `create index events_received on events (received_at)`,
  `create table event_days (
    day date not null, kind text not null, path text not null, store_id int not null, position int not null,
    events int not null, visitors int not null,
    primary key (day, kind, path, store_id, position))`,
];
