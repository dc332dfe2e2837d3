import { type Kysely, sql } from 'kysely';

/** What the search box suggests: phrases by the beginnings of their words, and what many search for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const NAMED = { stores: ['s', 'id', 'name'], brands: ['b', 'id', 'name'], categories: ['c', 'id', 'name, parent_id'] } as const;

const STATEMENTS = [
  // Kinds: name of a product, pair of words, store, brand, category, user. `ref` is the id of what is named, 0 for words.
  `create table suggestions (
    id int generated always as identity primary key,
    kind "char" not null, ref int not null default 0, folded text collate "C" not null, phrase text not null,
    -- Live deals of a phrase (of names in suggestion_filed).
    deals int not null default 0,
    -- Whether one of the hottest deals has it.
    hot boolean not null default false,
    -- How high it stands among others; null while it is not suggested.
    rank smallint,
    unique (kind, ref, folded))`,
  `create index suggestions_hot on suggestions (id) where hot`,
  // Names of stores, brands and categories, for those who mistype them.
  `create index suggestions_trigrams on suggestions using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 64)
    where kind in ('s', 'b', 'c')`,

  // Each phrase from each of its words on. Whoever looks for a beginning goes down the ranks and stops when there are
  // enough: a beginning that much has in common costs no more than a rare one. Parts: words, names, users.
  `create table suggestion_keys (
    part "char" not null, rank smallint not null, key text collate "C" not null, suggestion_id int not null,
    primary key (part, rank, key, suggestion_id))`,

  // How many live deals are filed directly under a store, brand or category.
  `create table suggestion_filed (kind "char" not null, ref int not null, deals int not null, primary key (kind, ref))`,

  // What a job is to work off (features/search/suggestions): live deals that came and went, and names that changed.
  `create table suggestion_due (
    id bigint generated always as identity primary key,
    each smallint not null, title text not null, store_id int not null, brand_id int, category_id int not null)`,
  `create table suggestion_names_due (id bigint generated always as identity primary key, kind "char" not null, ref int not null)`,
  `create function note_suggestion_due() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into suggestion_due (each, title, store_id, brand_id, category_id)
      select 1, title, store_id, brand_id, category_id from new_rows where status = 'live';
    elsif tg_op = 'DELETE' then
      insert into suggestion_due (each, title, store_id, brand_id, category_id)
      select -1, title, store_id, brand_id, category_id from old_rows where status = 'live';
    else
      insert into suggestion_due (each, title, store_id, brand_id, category_id)
      select each.n, each.title, each.store, each.brand, each.category
      from old_rows o join new_rows n using (thread_id)
      cross join lateral (values (-1, o.status, o.title, o.store_id, o.brand_id, o.category_id),
        (1, n.status, n.title, n.store_id, n.brand_id, n.category_id)) as each (n, status, title, store, brand, category)
      where (o.title, o.store_id, o.brand_id, o.category_id, o.status = 'live')
        is distinct from (n.title, n.store_id, n.brand_id, n.category_id, n.status = 'live')
        and each.status = 'live';
    end if;
    return null;
  end $$`,
  ...triggers('deals', 'note_suggestion_due'),
  ...[...Object.entries(NAMED), ['members', ['u', 'user_id', 'username, reputation']] as const].flatMap(([table, [kind, id, words]]) => {
    const each = (alias: string) => words.replaceAll(/\w+/g, (word) => `${alias}.${word}`);
    return [
      `create function note_suggested_${table}() returns trigger language plpgsql as $$ begin
        if tg_op = 'UPDATE' then
          insert into suggestion_names_due (kind, ref) select '${kind}', ${id} from old_rows o join new_rows n using (${id})
          where (${each('o')}) is distinct from (${each('n')});
        elsif tg_op = 'INSERT' then insert into suggestion_names_due (kind, ref) select '${kind}', ${id} from new_rows;
        else insert into suggestion_names_due (kind, ref) select '${kind}', ${id} from old_rows;
        end if;
        return null;
      end $$`,
      ...triggers(table, `note_suggested_${table}`),
    ];
  }),

  // Folded phrases that were searched for and found something, by day (UTC): how many visitors, and nothing about who.
  `create table search_counts (day date not null, phrase text collate "C" not null, visitors int not null, primary key (day, phrase))`,
  // The most searched for of the last days, best first, as worked out now and then.
  `create table trending_searches (place int primary key, folded text not null, phrase text not null)`,

  // Everything anew: after a restore, when titles are read otherwise, and now.
  `create function regather_suggestions() returns void language sql as $$
    truncate suggestions, suggestion_keys, suggestion_filed, suggestion_due, suggestion_names_due;
    insert into suggestion_names_due (kind, ref)
      ${Object.entries(NAMED)
        .map(([table, [kind]]) => `select '${kind}'::"char", id from ${table}`)
        .join(' union all ')} union all select 'u', user_id from members;
    insert into suggestion_due (each, title, store_id, brand_id, category_id)
      select 1, title, store_id, brand_id, category_id from deals where status = 'live' $$`,
  `select regather_suggestions()`,
];

function triggers(table: string, call: string): string[] {
  const rows = { insert: 'new table as new_rows', update: 'old table as old_rows new table as new_rows', delete: 'old table as old_rows' };
  return Object.entries(rows).map(
    ([operation, referencing]) => `create trigger suggested_${operation} after ${operation} on ${table} referencing ${referencing}
      for each statement execute function ${call}()`,
  );
}
