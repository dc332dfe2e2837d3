import { type Kysely, sql } from 'kysely';

/**
 * Search: how words are read, what each deal is found by, which words and names there are. The extensions come with every
 * PostgreSQL and with the embedded one; whoever owns a database may create them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** Units that are written to the number before them: `27 in` and `27"` become `27in`. */
const UNITS =
  'gb|tb|mb|kb|gbps|mbps|hz|khz|mhz|ghz|w|kw|wh|kwh|ma|mah|va|v|a|mm|cm|m|ft|kg|g|mg|lb|oz|ml|l|mp|dpi|rpm|db|k|p|ct|qt|pk|fps|nm|bit';

/** Units as they are spelt out. */
const SPELT = Object.entries({
  gb: 'gigabytes?',
  tb: 'terabytes?',
  mb: 'megabytes?',
  ghz: 'gigahertz',
  mhz: 'megahertz',
  hz: 'hertz',
  w: 'watts?',
  v: 'volts?',
  mm: 'millimet(?:er|re)s?',
  cm: 'centimet(?:er|re)s?',
  ft: 'foot|feet',
  lb: 'lbs|pounds?',
  oz: 'ounces?',
  kg: 'kilos?|kilograms?|kgs',
  g: 'grams?',
  l: 'lit(?:er|re)s?',
});

/** Each step is given the text that the one before has left. */
const steps = (text: string, all: [pattern: string, by: string][]) =>
  all.reduce((left, [pattern, by]) => `regexp_replace(${left}, '${pattern}', '${by}', 'g')`, text);

const STATEMENTS = [
  `create extension if not exists pg_trgm`,
  `create extension if not exists unaccent`,

  // English words by their stems, and no word too common to be looked for: "be quiet!" is a brand.
  `create text search dictionary search_stem (template = snowball, language = english)`,
  `create text search configuration search (copy = english)`,
  `alter text search configuration search
    alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part, numword, numhword, hword_numpart with search_stem`,

  `create function search_plain(text) returns text immutable strict parallel safe language sql as $$
    select regexp_replace(lower(unaccent('unaccent', translate($1, '×″”“’‘®™©', 'x"""''''   '))), '([a-z])''s\\M', '\\1s', 'g') $$`,
  `create function search_units(text) returns text immutable strict parallel safe language sql as $$
    select case when $1 !~ '\\d' then $1 else ${steps('$1', [
      ['(\\d),(?=\\d{3})', '\\1'],
      ['(\\d)\\.0+(?!\\d)', '\\1'],
      ['(\\d)\\.(?=\\d)', '\\1p'],
      // M.2, and then sizes such as 2 × 16 and 2560x1440.
      ['\\m([a-z])\\.(?=\\d)', '\\1'],
      ['(\\d)\\s*x\\s*(?=\\d)', '\\1x '],
      [`(\\d)(?:\\s*(?:"|'''')|[\\s-]*(?:inch(?:es)?|in)\\M)`, '\\1in '],
      [`(\\d)[\\s-]+(${UNITS})\\M`, '\\1\\2'],
    ])} end $$`,
  `create function search_spelt_units(text) returns text immutable strict parallel safe language sql as $$
    select case when $1 !~ '\\d[\\s-]*(?:${SPELT.map(([, words]) => words).join('|')})\\M' then $1 else ${steps(
      '$1',
      SPELT.map(([unit, words]): [string, string] => [`(\\d)[\\s-]*(?:${words})\\M`, `\\1${unit}`]),
    )} end $$`,
  // The words of a text, in small letters and figures, with one space between; src/features/search/fold.ts does the same.
  `create function search_fold(text) returns text immutable strict parallel safe language sql as $$
    select trim(regexp_replace(search_units(search_spelt_units(search_plain($1))),
      '[\\x01-\\x2f\\x3a-\\x60\\x7b-\\x7f\\u00a0-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+', ' ', 'g')) $$`,
  // The same by their stems; "and" is left out, as "&" is.
  `create function search_stems(text) returns text immutable strict parallel safe language sql as $$
    select string_agg(coalesce((ts_lexize('search_stem', word))[1], word), ' ' order by n)
    from regexp_split_to_table(search_fold($1), ' ') with ordinality as t (word, n) where word not in ('', 'and') $$`,

  // Prices by steps of a quarter, so that a range of them is a few words of the index.
  `create function search_price_step(cents int) returns int immutable strict parallel safe language sql as $$
    select floor(ln(cents + 1) * 4)::int $$`,
  `create function search_vector(title text, variants text[], description text, price int, list_price int, coupon text, status text,
      store int, brand int, category int, forum int) returns tsvector immutable parallel safe language sql as $$
    select setweight(to_tsvector('search', search_fold(title)), 'A')
      || setweight(to_tsvector('search', search_fold(array_to_string(variants, ' '))), 'B')
      || setweight(to_tsvector('search', search_plain(left(description, 400))), 'D')
      || (concat_ws(' ', '''s:' || store || ''':1B', '''b:' || brand || ''':1B', '''c:' || category || ''':1B', '''f:' || forum || ''':1B',
          '''p:' || search_price_step(price) || ''':1B',
          case when list_price > price then '''o:' || floor(20.0 * (list_price - price) / list_price) || ''':1B' end,
          case when coupon is not null then '''is:coupon'':1B' end, '''is:' || status || ''':1B'))::tsvector $$`,
  `alter table deals drop column search`,
  `alter table deals add column search tsvector generated always as (search_vector(title, variants, description, price_cents, list_price_cents,
    coupon_code, status, store_id, brand_id, category_id, forum_id)) stored`,
  // What waits to be sorted into the index is read by every search, so that little may wait.
  `create index deals_search on deals using gin (search) with (gin_pending_list_limit = 256)`,

  // What stores, brands and categories are called, by stems; a category has a name for each part of its own.
  `create table search_names (
    stems text not null, kind "char" not null check (kind in ('s', 'b', 'c')), id int not null, primary key (stems, kind, id))`,
  `create index search_names_of on search_names (kind, id)`,
  `create function name_for_search(which "char", named int, name text) returns void language sql as $$
    delete from search_names where kind = which and id = named;
    insert into search_names select distinct stems, which, named from (
      select search_stems(name) as stems
      union select search_stems(part) from regexp_split_to_table(name, '\\s+(?:&|and)\\s+|,\\s*') as part where which = 'c') as found
    where stems is not null $$`,
  ...(['stores', 'brands', 'categories'] as const).flatMap((table) => [
    `create function search_names_of_${table}() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then delete from search_names where kind = '${table[0]}' and id = old.id;
      else perform name_for_search('${table[0]}', new.id, new.name);
      end if;
      return null;
    end $$`,
    `create trigger search_names after insert or delete or update of name on ${table}
      for each row execute function search_names_of_${table}()`,
  ]),

  // The words of titles, and in how many deals; a job counts what is due (src/features/search/gather.server.ts).
  `create table search_words (word text collate "C" primary key, stem text not null, deals int not null)`,
  `create index search_words_stem on search_words (stem)`,
  `create index search_words_reversed on search_words (reverse(word) collate "C")`,
  `create index search_words_trigrams on search_words using gin (word gin_trgm_ops) with (gin_pending_list_limit = 256)`,
  `create table search_due (
    id bigint generated always as identity primary key, thread_id bigint not null, before text, after text)`,
  `create function note_search_due() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into search_due (thread_id, after) select thread_id, title from new_rows where status <> 'scheduled';
    elsif tg_op = 'DELETE' then
      insert into search_due (thread_id, before) select thread_id, title from old_rows where status <> 'scheduled';
    else
      insert into search_due (thread_id, before, after)
      select thread_id, case when o.status <> 'scheduled' then o.title end, case when n.status <> 'scheduled' then n.title end
      from old_rows o join new_rows n using (thread_id)
      where (o.title, o.status = 'scheduled') is distinct from (n.title, n.status = 'scheduled');
    end if;
    return null;
  end $$`,
  ...Object.entries({
    insert: 'new table as new_rows',
    update: 'old table as old_rows new table as new_rows',
    delete: 'old table as old_rows',
  }).map(
    ([operation, rows]) => `create trigger search_due_${operation} after ${operation} on deals referencing ${rows}
      for each statement execute function note_search_due()`,
  ),

  // What words mean besides, worked out of the list that editors keep (the setting 'synonyms').
  `create table search_synonyms (stems text not null, means text not null, primary key (stems, means))`,

  // Everything anew, of what is there: after a restore, and now.
  `create function regather_search() returns void language sql as $$
    truncate search_names, search_words, search_due;
    select name_for_search('s', id, name) from stores;
    select name_for_search('b', id, name) from brands;
    select name_for_search('c', id, name) from categories;
    insert into search_due (thread_id, after) select thread_id, title from deals where status <> 'scheduled' $$`,
  `select regather_search()`,
];
