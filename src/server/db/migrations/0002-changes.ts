import { type Kysely, sql } from 'kysely';

/**
 * The journal of changes: triggers note what is written, in the transaction of the writing, whoever writes it, so that
 * no change to what pages show is lost. `features/publishing` reads it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** One statement that changes more rows of a table than this is noted as a change of everything. */
const MANY = 500;

const STATEMENTS = [
  `create table changes (
    seq bigint generated always as identity primary key,
    tx xid8 not null default pg_current_xact_id(),
    noted_at timestamptz not null default clock_timestamp(),
    subject text not null,
    id bigint,
    -- Where a deal or an offer belonged, and belongs: what decides which lists hold it.
    before jsonb, after jsonb,
    -- Votes and comments: many, and in no hurry.
    quiet boolean not null default false)`,
  `create index changes_tx on changes (tx)`,
  `create function announce_changes() returns trigger language plpgsql as $$ begin
    perform pg_notify('changes', '');
    return null;
  end $$`,
  `create trigger announce after insert on changes for each statement execute function announce_changes()`,

  `create function deal_facts(d deals) returns jsonb language sql stable as $$
    select case when d.thread_id is null then null else jsonb_build_object(
      'status', d.status, 'category', d.category_id, 'store', d.store_id, 'brand', d.brand_id, 'price', d.price_cents,
      'percent', d.percent_off, 'score', d.votes_up - d.votes_down) end $$`,
  // What a visitor sees of a deal, less what members do to it.
  `create function deal_words(d deals) returns jsonb language sql stable as $$
    select to_jsonb(d) - '{votes_up,votes_down,comment_count,rank,changed_at,search}'::text[] $$`,
  `create function note_deals() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      if (select count(*) from new_rows) > ${MANY} then insert into changes (subject) values ('everything');
      else insert into changes (subject, id, after) select 'deal', n.thread_id, deal_facts(n) from new_rows n;
      end if;
    elsif tg_op = 'DELETE' then
      if (select count(*) from old_rows) > ${MANY} then insert into changes (subject) values ('everything');
      else insert into changes (subject, id, before) select 'deal', o.thread_id, deal_facts(o) from old_rows o;
      end if;
    elsif (select count(*) from new_rows) > ${MANY} then
      insert into changes (subject) values ('everything');
    else
      insert into changes (subject, id, before, after, quiet)
      select 'deal', n.thread_id, deal_facts(o), deal_facts(n), deal_words(o) = deal_words(n)
      from old_rows o join new_rows n using (thread_id)
      where (deal_words(o), o.votes_up, o.votes_down, o.comment_count, o.rank)
        is distinct from (deal_words(n), n.votes_up, n.votes_down, n.comment_count, n.rank);
    end if;
    return null;
  end $$`,

  `create function offer_facts(o offers) returns jsonb language sql stable as $$
    select case when o.id is null then null
      else jsonb_build_object('status', o.status, 'store', o.store_id, 'type', o.offer_type) end $$`,
  `create function note_offers() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      if (select count(*) from new_rows) > ${MANY} then insert into changes (subject) values ('everything');
      else insert into changes (subject, id, after) select 'offer', n.id, offer_facts(n) from new_rows n;
      end if;
    elsif tg_op = 'DELETE' then
      if (select count(*) from old_rows) > ${MANY} then insert into changes (subject) values ('everything');
      else insert into changes (subject, id, before) select 'offer', o.id, offer_facts(o) from old_rows o;
      end if;
    elsif (select count(*) from new_rows) > ${MANY} then
      insert into changes (subject) values ('everything');
    else
      insert into changes (subject, id, before, after)
      select 'offer', n.id, offer_facts(o), offer_facts(n) from old_rows o join new_rows n using (id)
      where (to_jsonb(o) - 'changed_at') <> (to_jsonb(n) - 'changed_at');
    end if;
    return null;
  end $$`,
  ...['deals', 'offers'].flatMap((table) => triggers(table, `note_${table}`)),

  // What hangs on a deal is noted under the deal.
  ...attached('comments', `select distinct thread_id as id`, 'comments', true),
  ...attached('price_observations', `select distinct thread_id as id`, 'prices', false),
  `create function note_deal_collections() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into changes (subject, id) select distinct 'collected', collection_id from new_rows;
    else
      insert into changes (subject, id) select distinct 'collected', collection_id from old_rows;
    end if;
    return null;
  end $$`,
  ...triggers('deal_collections', 'note_deal_collections', ['insert', 'delete']),

  // A member's name stands on the deals and comments they wrote.
  `create function note_members() returns trigger language plpgsql as $$
  declare
    renamed int[] := array(select n.user_id from old_rows o join new_rows n using (user_id)
      where (o.username, o.reputation) is distinct from (n.username, n.reputation));
  begin
    if cardinality(renamed) > ${MANY} then insert into changes (subject) values ('everything');
    else
      insert into changes (subject, id, quiet)
      select 'comments', thread_id, true from deals where posted_by = any(renamed)
      union select 'comments', thread_id, true from comments where user_id = any(renamed);
    end if;
    return null;
  end $$`,
  ...triggers('members', 'note_members', ['update']),

  ...['stores', 'brands', 'categories', 'collections'].flatMap(filedUnder),
];

type Operation = 'insert' | 'update' | 'delete';

/** Statement triggers of a table; each sees the rows as they were (`old_rows`), as they are (`new_rows`), or both. */
function triggers(table: string, call: string, operations: Operation[] = ['insert', 'update', 'delete']): string[] {
  const rows = { insert: 'new table as new_rows', update: 'old table as old_rows new table as new_rows', delete: 'old table as old_rows' };
  return operations.map(
    (operation) => `create trigger note_${operation} after ${operation} on ${table} referencing ${rows[operation]}
      for each statement execute function ${call}()`,
  );
}

function attached(table: string, ids: string, subject: string, quiet: boolean): string[] {
  const note = (rows: string) => `if (select count(*) from ${rows}) > ${MANY * 4} then insert into changes (subject) values ('everything');
      else insert into changes (subject, id, quiet) select '${subject}', id, ${quiet} from (${ids} from ${rows}) as touched;
      end if;`;
  return [
    `create function note_${table}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then ${note('old_rows')} end if;
      if tg_op <> 'DELETE' then ${note('new_rows')} end if;
      return null;
    end $$`,
    ...triggers(table, `note_${table}`),
  ];
}

function filedUnder(table: string): string[] {
  const subject = { stores: 'store', brands: 'brand', categories: 'category', collections: 'collection' }[table];
  return [
    `create function note_${table}() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then insert into changes (subject, id) select '${subject}', id from new_rows;
      elsif tg_op = 'DELETE' then insert into changes (subject, id) select '${subject}', id from old_rows;
      else insert into changes (subject, id) select '${subject}', id from old_rows o join new_rows n using (id) where to_jsonb(o) <> to_jsonb(n);
      end if;
      return null;
    end $$`,
    ...triggers(table, `note_${table}`),
  ];
}
