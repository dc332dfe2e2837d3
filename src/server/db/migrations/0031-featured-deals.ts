import { type Kysely, sql } from 'kysely';

/** Editors bring a deal to the front page whatever its votes are; there it stands where one stands that was posted at that moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** Of a deal `d`. The score is the default of FRONTPAGE_SCORE; where another is set, the front page is counted anew each time. */
const onFrontPage = (of: string) => `(${of}votes_up - ${of}votes_down >= 10 or ${of}featured_at is not null)`;

const STATEMENTS = [
  `alter table deals add column featured_at timestamptz`,
  `drop index deals_frontpage`,
  `create index deals_frontpage on deals (expired_last, greatest(posted_at, featured_at) desc, thread_id desc)
    where status <> 'scheduled' and ${onFrontPage('')}`,
  // As in migration 0004.
  `create or replace function tallied_as(d deals) returns text[] language sql immutable as $$
    select case when d.status = 'scheduled' then '{}' else array_remove(array['shown',
      case when d.status = 'live' then 'shown-live' end,
      case when ${onFrontPage('d.')} then 'frontpage' end,
      case when ${onFrontPage('d.')} and d.status = 'live' then 'frontpage-live' end], null) end $$`,
];
