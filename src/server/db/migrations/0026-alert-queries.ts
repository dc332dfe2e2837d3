import { type Kysely, sql } from 'kysely';

/**
 * Two things that alerts are found by. A deal is compared with some thousand criteria, and reading each of them by its number took most of that
 * time: their query stands beside the anchor now, and is read with it. A deal whose price rises may come into the prices of an alert. And a deal
 * that is live again is compared anew: its words may have changed meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** As in migration 0021. */
const WORDS = ['title', 'variants', 'description', 'store_id', 'brand_id', 'category_id', 'forum_id', 'coupon_code'];
const words = (row: string) => `(${WORDS.map((column) => `${row}.${column}`).join(', ')})`;

const STATEMENTS = [
  // Null, as in backups of earlier versions, means that it stands in criteria alone.
  `alter table criteria_anchors add column query tsquery`,
  `update criteria_anchors set query = criteria.query from criteria where criteria.id = criteria_anchors.criteria`,
  `create or replace function note_alert_due() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into alert_due (thread_id, words) select thread_id, true from new_rows where status = 'live'
      on conflict (thread_id) do update set words = true, due_at = 'epoch', noted_at = greatest(alert_due.noted_at, excluded.noted_at);
    else
      insert into alert_due (thread_id, words, before)
      select n.thread_id, o.status <> 'live' or ${words('o')} is distinct from ${words('n')}, alert_facts(o)
      from old_rows as o join new_rows as n using (thread_id)
      where n.status = 'live' and (o.status <> 'live' or n.votes_up - n.votes_down > o.votes_up - o.votes_down
        or n.price_cents is distinct from o.price_cents or coalesce(n.percent_off, 0) > coalesce(o.percent_off, 0)
        or ${words('o')} is distinct from ${words('n')})
      on conflict (thread_id) do update
        set words = alert_due.words or excluded.words, due_at = 'epoch', noted_at = greatest(alert_due.noted_at, excluded.noted_at);
    end if;
    return null;
  end $$`,
];
