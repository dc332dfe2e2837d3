import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import type { Understood } from './understood.ts';

const MOST_WORDS = 12;
/** What is longer is cut, as no known word is: left out, it would be met by all deals. */
const LONGEST_WORD = 60;
const LONGEST_SPAN = 4;
/** Units that people leave out: "144 monitor", "samsung ssd 500". */
const COMMON_UNITS = ['in', 'gb', 'tb', 'hz', 'w', 'mm', 'k', 'p'];
/** Ends of model names that titles write apart and are folded as units are: who types "b650" means the B650-A, too. */
const MODEL_ENDS = ['a', 'g', 'k', 'l', 'm', 'p', 'v', 'w', 'wh'];

/** Returns what the words of a query name and mean, as far as the catalogue knows them. */
export async function understand(db: Db, text: string): Promise<Understood> {
  const { understood } = await oneRow(
    db,
    sql<{ understood: Understood }>`
    with recursive word as materialized (
      select (row_number() over (order by n) - 1)::int as n, word, coalesce((ts_lexize('search_stem', word))[1], word) as stem
      from regexp_split_to_table(search_fold(${text}), ' ') with ordinality as t (whole, n), left(whole, ${sql.lit(LONGEST_WORD)}) as word
      where word not in ('', 'and') order by n limit ${MOST_WORDS}),
    span as materialized (
      select a.n as first, b.n as last,
        (select string_agg(stem, ' ' order by n) from word where n between a.n and b.n) as stems,
        (select string_agg(word, '' order by n) from word where n between a.n and b.n) as joined
      from word as a join word as b on b.n between a.n and a.n + ${LONGEST_SPAN - 1}),
    -- "6700xt" is a 6700 XT in most titles, and as a word of its own in some.
    apart as (
      select distinct n, search_stems(cut) as stems from word cross join lateral (
        select left(word, at) || ' ' || substr(word, at + 1) as cut from generate_series(1, length(word) - 1) as at
          where substr(word, at, 2) ~ '^([0-9][a-z]|[a-z][0-9])$'
        union select regexp_replace(word, '(?<=[0-9])(?=[a-z])|(?<=[a-z])(?=[0-9])', ' ', 'g')) as cuts
      where word ~ '^[a-z]*(?:[0-9]+[a-z]*){1,2}$' and search_stems(cut) like '% %'),
    meaning as materialized (select first, last, means as stems from span join search_synonyms using (stems)),
    called as materialized (
      select first, last, kind, id from span join search_names using (stems)
      union select first, last, kind, id from meaning join search_names using (stems)),
    mention as (
      select * from called
      union select first, last, 'category', categories.id from mention join categories on mention.kind = 'category' and parent_id = mention.id)
    select json_build_object(
      'words', coalesce((select json_agg(json_build_object('word', word, 'stem', stem, 'deals',
          coalesce((select sum(deals) from search_words where search_words.stem = word.stem), 0)) order by n) from word), '[]'),
      'entities', coalesce((select json_agg(distinct entity.*) from called join (
          select 'store' as kind, id, slug, name from stores union all select 'brand', id, slug, name from brands
          union all select 'category', id, slug, name from categories) as entity on entity.kind = called.kind::text and entity.id = called.id), '[]'),
      'mentions', coalesce((select json_agg(mention) from mention), '[]'),
      'meanings', coalesce((select json_agg(meaning) from meaning), '[]'),
      'joined', coalesce((select json_agg(json_build_object('first', first, 'last', last, 'stems', stems))
        from (select n as first, n as last, stems from apart union all select first, last, stem from (
          select first, last, joined from span where last between first + 1 and first + 2
          union select first, last, joined || unit from span cross join unnest(${COMMON_UNITS}::text[]) as unit
            where first = last and joined ~ '^[0-9p]+$'
          union select first, last, joined || ending from span cross join unnest(${MODEL_ENDS}::text[]) as ending
            where first = last and joined ~ '^[a-z]+[0-9]+$'
          -- "rmx 850" is the RM850x.
          union select first, last, regexp_replace(joined, '([a-z])([0-9]+)$', '\\2\\1') from span
            where last between first and first + 1 and joined ~ '^[a-z]{3,}[0-9]{3,4}$'
          -- Memory of 6000 MHz is sold as DDR5-6000.
          union select first, last, left(joined, -3) from span where first = last and joined ~ '^[0-9]{4}mhz$'
          -- A screen of 31.5 inches is sold as one of 32.
          union select first, last, tenths / 10 || 'p' || tenths % 10 || 'in' from span
            cross join lateral (select left(joined, -2)::int * 10 + tenth as tenths from generate_series(-5, 4) as tenth) as near
            where first = last and joined ~ '^[1-9][0-9]{0,2}in$') as whole
        join search_words on search_words.word = whole.joined) as joined), '[]'),
      'deals', (select greatest(reltuples, 100) from pg_class where oid = 'deals'::regclass)) as understood`,
  );
  return understood;
}
