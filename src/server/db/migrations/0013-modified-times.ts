import { type Kysely, sql } from 'kysely';

/**
 * When what a reader sees of a deal or an offer last changed, by its own times: posting and editing, its dates, and the
 * comments that are shown. Whoever imports something old does not make it new. Also: triggers that join what was there
 * before with what is there now do so by hashing, however few rows they were planned for first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const SEEN = {
  deals: [
    'title',
    'description',
    'kind',
    'image_url',
    'store_id',
    'brand_id',
    'category_id',
    'url',
    'price_cents',
    'list_price_cents',
    'list_price_seen',
    'currency',
    'coupon_code',
    'variants',
    'posted_at',
    'updated_at',
    'starts_at',
    'expires_at',
    'status',
    'posted_by',
  ],
  offers: [
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
};

const of = (row: string, columns: string[]) => columns.map((column) => `${row}.${column}`).join(', ');

/** The newest of a row's own times that have come. */
const ownTime = (row: string, more: string[]) =>
  `least(now(), greatest(${[
    `${row}.posted_at`,
    `case when ${row}.status <> 'scheduled' then ${row}.starts_at end`,
    `case when ${row}.status = 'expired' and ${row}.expires_at <= now() then ${row}.expires_at end`,
    ...more,
  ].join(', ')}))`;

const STATEMENTS = [
  ...(['deals', 'offers'] as const).flatMap((table) => {
    // What an editor or a source dates is of that date, what begins or ends by its date of that one, and all else of now.
    const edited = table === 'deals' ? 'when new.updated_at > old.updated_at then new.updated_at' : '';
    return [
      `alter table ${table} add column modified_at timestamptz`,
      `create function date_new_${table}() returns trigger language plpgsql as $$ begin
        new.modified_at := ${ownTime('new', table === 'deals' ? ['new.updated_at'] : [])};
        return new;
      end $$`,
      `create trigger modified_insert before insert on ${table}
        for each row when (new.modified_at is null) execute function date_new_${table}()`,
      `create function date_changed_${table}() returns trigger language plpgsql as $$ begin
        new.modified_at := greatest(old.modified_at, least(now(), case ${edited}
          when old.status <> 'expired' and new.status = 'expired' and new.expires_at <= now() then new.expires_at
          when old.status = 'scheduled' and new.status = 'live' and new.starts_at <= now() then new.starts_at
          else now() end));
        return new;
      end $$`,
      `create trigger modified_update before update of ${SEEN[table].join(', ')} on ${table}
        for each row when ((${of('old', SEEN[table])}) is distinct from (${of('new', SEEN[table])})) execute function date_changed_${table}()`,
    ];
  }),

  // Rows that came without the triggers: those of older versions.
  `create function date_undated() returns void language sql as $$
    update deals as d set modified_at = ${ownTime('d', [
      'd.updated_at',
      `(select max(greatest(c.posted_at, c.edited_at)) from comments as c where c.thread_id = d.thread_id and c.status = 'shown')`,
    ])} where modified_at is null;
    update offers as o set modified_at = ${ownTime('o', [])} where modified_at is null $$`,
  ...['deals', 'offers'].map((table) => `alter table ${table} disable trigger user`),
  `select date_undated()`,
  ...['deals', 'offers'].map((table) => `alter table ${table} enable trigger user`),

  // As in migration 0002; what modified a deal is noted itself.
  `create or replace function deal_words(d deals) returns jsonb language sql stable as $$
    select to_jsonb(d) - '{votes_up,votes_down,comment_count,rank,changed_at,modified_at,search}'::text[] $$`,

  // As in migration 0007; a comment modifies the deal that shows it.
  `create or replace function count_comments() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      update deals set comment_count = comment_count + n, modified_at = greatest(modified_at, least(now(), latest))
      from (select thread_id as id, count(*) as n, max(posted_at) as latest from new_rows where status = 'shown' group by 1) as counted
      where thread_id = id;
    elsif tg_op = 'DELETE' then
      update deals set comment_count = comment_count - n, modified_at = greatest(modified_at, now())
      from (select thread_id as id, count(*) as n from old_rows where status = 'shown' group by 1) as counted
      where thread_id = id;
    else
      update deals set comment_count = comment_count + n, modified_at = greatest(modified_at, now())
      from (
        select side.thread_id as id, sum(side.each) as n
        from old_rows o join new_rows n using (post_id)
        cross join lateral (values (o.thread_id, o.status, -1), (n.thread_id, n.status, 1)) as side (thread_id, status, each)
        where side.status = 'shown' and (o.thread_id, o.user_id, o.body, o.status, o.posted_at, o.edited_at)
          is distinct from (n.thread_id, n.user_id, n.body, n.status, n.posted_at, n.edited_at)
        group by 1) as counted
      where thread_id = id;
    end if;
    return null;
  end $$`,

  ...['note_deals', 'note_offers', 'note_search_due', 'note_suggestion_due', 'due_deals', 'due_comments'].map(
    (name) => `alter function ${name}() set enable_nestloop = off set jit = off`,
  ),
  // As in migration 0004, without a join.
  `create or replace function follow_prices() returns trigger language plpgsql as $$ begin
    perform find_lowest_prices(array(
      select thread_id from (
        select thread_id, price_cents, status = 'scheduled' as waits from old_rows
        union all select thread_id, price_cents, status = 'scheduled' from new_rows) as states
      group by thread_id having min(price_cents) <> max(price_cents) or bool_or(waits) <> bool_and(waits)));
    return null;
  end $$`,
];
