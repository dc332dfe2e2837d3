import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { AFTER_ALL, closestWords, mostEdits, deletionsAndTranspositions, type KnownWord } from './closest.ts';
import type { Guess, Known, Understood, Word } from './understood.ts';
import { oneRow } from '../../server/db/one-row.ts';

const MOST_WORDS = 12;
const LONGEST_SPAN = 4;

/** What the words of a query name and mean, as far as the catalogue knows them. */
export async function understand(db: Db, text: string): Promise<Understood> {
  const { understood } = await oneRow(
    db,
    sql<{ understood: Understood }>`
    with recursive word as materialized (
      select (row_number() over (order by n) - 1)::int as n, word, coalesce((ts_lexize('search_stem', word))[1], word) as stem
      from regexp_split_to_table(search_fold(${text}), ' ') with ordinality as t (word, n)
      where word not in ('', 'and') and length(word) <= 60 order by n limit ${MOST_WORDS}),
    span as materialized (
      select a.n as first, b.n as last,
        (select string_agg(stem, ' ' order by n) from word where n between a.n and b.n) as stems,
        (select string_agg(word, '' order by n) from word where n between a.n and b.n) as joined
      from word as a join word as b on b.n between a.n and a.n + ${LONGEST_SPAN - 1}),
    meaning as materialized (select first, last, means as stems from span join search_synonyms using (stems)),
    called as materialized (
      select first, last, kind, id from span join search_names using (stems)
      union select first, last, kind, id from meaning join search_names using (stems)),
    named as (
      select * from called
      union select first, last, 'category', categories.id from named join categories on named.kind = 'category' and parent_id = named.id)
    select json_build_object(
      'words', coalesce((select json_agg(json_build_object('word', word, 'stem', stem, 'deals',
          coalesce((select sum(deals) from search_words where search_words.stem = word.stem), 0)) order by n) from word), '[]'),
      'places', coalesce((select json_agg(distinct place.*) from called join (
          select 'store' as kind, id, slug, name from stores union all select 'brand', id, slug, name from brands
          union all select 'category', id, slug, name from categories) as place on place.kind = called.kind::text and place.id = called.id), '[]'),
      'named', coalesce((select json_agg(named) from named), '[]'),
      'meanings', coalesce((select json_agg(meaning) from meaning), '[]'),
      'joined', coalesce((select json_agg(json_build_object('first', first, 'last', last, 'stem', stem))
        from (select first, last, joined from span where last between first + 1 and first + 2
          union select first, last, joined || unit from span cross join unnest(${COMMON_UNITS}::text[]) as unit
            where first = last and joined ~ '^[0-9p]+$'
          -- A screen of 31.5 inches is sold as one of 32.
          union select first, last, tenths / 10 || 'p' || tenths % 10 || 'in' from span
            cross join lateral (select left(joined, -2)::int * 10 + tenth as tenths from generate_series(-5, 4) as tenth) as near
            where first = last and joined ~ '^[1-9][0-9]{0,2}in$') as whole
        join search_words on search_words.word = whole.joined), '[]'),
      'deals', (select greatest(reltuples, 100) from pg_class where oid = 'deals'::regclass)) as understood`,
  );
  return understood;
}

/** Units that people leave out: "144 monitor", "samsung ssd 500". */
const COMMON_UNITS = ['in', 'gb', 'tb', 'hz', 'w', 'mm', 'k', 'p'];

const MOST_BEGUN = 24;
const MOST_NEAR = 400;

/** Guesses what words mean that few titles have, or none. @returns the guesses by word */
export async function guess(db: Db, of: Word[]): Promise<Map<string, Guess>> {
  const words = [...new Set(of.map(({ word }) => word))];
  if (words.length === 0) return new Map();
  const parted = new Map(words.map((word) => [word, waysToPart(word)]));
  const asked = [...parted].map(([word, ways]) => {
    const letters = [...word];
    const edits = mostEdits(word);
    const middle = edits > 0 ? letters.length >> 1 : 0;
    return {
      word,
      parts: [...new Set(ways.flat())],
      slips: edits > 0 ? deletionsAndTranspositions(word) : [],
      half: letters.slice(0, middle).join(''),
      otherHalf: letters.slice(middle).reverse().join(''),
      length: letters.length,
      edits,
    };
  });
  const { rows } = await sql<{ word: string; described: boolean; known: Known[]; begun: Known[]; near: (KnownWord & Known)[] }>`
    select word,
      exists (select from deals where search @@ plainto_tsquery('search', word)) as described,
      coalesce((select json_agg(known) from (select word, stem from search_words
        where search_words.word = any(array(select json_array_elements_text(parts)))) as known), '[]') as known,
      coalesce((select json_agg(begun) from (select word, stem from search_words
        where search_words.word > asked.word and search_words.word < asked.word || ${AFTER_ALL} and length > 1
        order by deals desc limit ${MOST_BEGUN}) as begun), '[]') as begun,
      coalesce((select json_agg(near) from (
        (select word, stem, deals from search_words where search_words.word = any(array(select json_array_elements_text(slips))))
        union (select word, stem, deals from search_words where half <> '' and search_words.word >= half and search_words.word < half || ${AFTER_ALL}
          and length(search_words.word) between length - edits and length + edits order by deals desc limit ${MOST_NEAR})
        union (select word, stem, deals from search_words where half <> ''
          and reverse(search_words.word) collate "C" >= "otherHalf" and reverse(search_words.word) collate "C" < "otherHalf" || ${AFTER_ALL}
          and length(search_words.word) between length - edits and length + edits order by deals desc limit ${MOST_NEAR})
        union (select word, stem, deals from search_words where edits > 1 and search_words.word % asked.word
          and length(search_words.word) between length - edits and length + edits order by deals desc limit ${MOST_NEAR})
      ) as near), '[]') as near
    from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked (word text, parts json, slips json, half text, "otherHalf" text, length int, edits int)`.execute(db);
  return new Map(
    rows.map(({ word, described, known, begun, near }) => {
      const there = new Map(known.map((each) => [each.word, each]));
      const parts = parted.get(word)?.find((way) => way.every((part) => there.has(part))) ?? [];
      return [word, { described, begun, parts: parts.flatMap((part) => there.get(part) ?? []), closest: closestWords(word, near) }];
    }),
  );
}

/** The ways to part a word into two or three, where letters and figures meet first: "rtx4070ti" is "rtx 4070 ti". */
function waysToPart(word: string): string[][] {
  const letters = [...word];
  if (letters.length > 30) return [];
  const kinds = word.match(/\d+|\D+/gu) ?? [];
  const ways = kinds.length > 1 && kinds.length <= 4 ? [kinds] : [];
  for (let index = 2; index <= letters.length - 2; index++) ways.push([letters.slice(0, index).join(''), letters.slice(index).join('')]);
  return ways;
}
