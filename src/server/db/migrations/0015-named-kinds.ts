import { type Kysely, sql } from 'kysely';

/** Kinds of names and suggestions are called by their names, and what keeps expired deals behind the others says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** The kinds and the letters that stood for them, in the order in which they are sorted. */
const KINDS = { brand: 'b', category: 'c', product: 'k', pair: 'p', store: 's', user: 'u' } as const;
const PARTS = { words: 'w', names: 'n', users: 'u' } as const;
const NAMED = {
  stores: ['store', 'id', 'name'],
  brands: ['brand', 'id', 'name'],
  categories: ['category', 'id', 'name, parent_id'],
} as const;

const quoted = (names: Record<string, string>) =>
  Object.keys(names)
    .map((name) => `'${name}'`)
    .join(', ');

/** Gives a column its names instead of the letters. */
const renamed = (table: string, column: string, type: string, names: Record<string, string>) =>
  `alter table ${table} alter column ${column} type ${type} using
    (case ${column} ${Object.entries(names)
      .map(([name, letter]) => `when '${letter}' then '${name}'`)
      .join(' ')} end)::${type}`;

const STATEMENTS = [
  `alter table deals rename column sunk to expired_last`,

  `create type suggestion_kind as enum (${quoted(KINDS)})`,
  `create type suggestion_part as enum (${quoted(PARTS)})`,
  `alter table search_names drop constraint search_names_kind_check`,
  `drop index suggestions_trigrams`,
  ...['search_names', 'suggestions', 'suggestion_filed', 'suggestion_names_due'].map((table) =>
    renamed(table, 'kind', 'suggestion_kind', KINDS),
  ),
  renamed('suggestion_keys', 'part', 'suggestion_part', PARTS),
  `create index suggestions_trigrams on suggestions using gin (folded gin_trgm_ops) with (gin_pending_list_limit = 64)
    where kind in ('store', 'brand', 'category')`,

  `drop function name_for_search("char", int, text)`,
  `create function name_for_search(which suggestion_kind, named int, name text) returns void language sql as $$
    delete from search_names where kind = which and id = named;
    insert into search_names select distinct stems, which, named from (
      select search_stems(name) as stems
      union select search_stems(part) from regexp_split_to_table(name, '\\s+(?:&|and)\\s+|,\\s*') as part where which = 'category') as found
    where stems is not null $$`,
  ...Object.entries(NAMED).map(
    ([table, [kind]]) => `create or replace function search_names_of_${table}() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then delete from search_names where kind = '${kind}' and id = old.id;
      else perform name_for_search('${kind}', new.id, new.name);
      end if;
      return null;
    end $$`,
  ),
  ...[...Object.entries(NAMED), ['members', ['user', 'user_id', 'username, reputation']] as const].map(([table, [kind, id, words]]) => {
    const each = (alias: string) => words.replaceAll(/\w+/g, (word) => `${alias}.${word}`);
    return `create or replace function note_suggested_${table}() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' then
        insert into suggestion_names_due (kind, ref) select '${kind}', ${id} from old_rows o join new_rows n using (${id})
        where (${each('o')}) is distinct from (${each('n')});
      elsif tg_op = 'INSERT' then insert into suggestion_names_due (kind, ref) select '${kind}', ${id} from new_rows;
      else insert into suggestion_names_due (kind, ref) select '${kind}', ${id} from old_rows;
      end if;
      return null;
    end $$`;
  }),

  `create or replace function regather_search() returns void language sql as $$
    truncate search_names, search_words, search_due;
    select name_for_search('store', id, name) from stores;
    select name_for_search('brand', id, name) from brands;
    select name_for_search('category', id, name) from categories;
    insert into search_due (thread_id, after) select thread_id, title from deals where status <> 'scheduled' $$`,
  `create or replace function regather_suggestions() returns void language sql as $$
    truncate suggestions, suggestion_keys, suggestion_filed, suggestion_due, suggestion_names_due;
    insert into suggestion_names_due (kind, ref)
      ${Object.entries(NAMED)
        .map(([table, [kind]]) => `select '${kind}'::suggestion_kind, id from ${table}`)
        .join(' union all ')} union all select 'user', user_id from members;
    insert into suggestion_due (each, title, store_id, brand_id, category_id)
      select 1, title, store_id, brand_id, category_id from deals where status = 'live' $$`,
];
