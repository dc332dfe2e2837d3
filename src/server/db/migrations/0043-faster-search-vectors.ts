import { type Kysely, sql } from 'kysely';

/**
 * The functions of migrations 0008 and 0039 in PL/pgSQL, which keeps the plans of what they call: those in SQL were planned anew for each
 * row, which took most of the time of an import (docs/decisions/072-imports-at-size.md). What they return is the same to the byte.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** As in migration 0008. */
const UNITS =
  'gb|tb|mb|kb|gbps|mbps|hz|khz|mhz|ghz|w|kw|wh|kwh|ma|mah|va|v|a|mm|cm|m|ft|kg|g|mg|lb|oz|ml|l|mp|dpi|rpm|db|k|p|ct|qt|pk|fps|nm|bit';

/** As in migration 0008. */
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

/** A replacement, left out where the text has not what each of its matches has: looking for that takes much less time. */
const step = (needs: string[], pattern: string, by: string) =>
  `if ${needs.map((part) => `strpos(plain, '${part}') > 0`).join(' or ')} then plain := regexp_replace(plain, '${pattern}', '${by}', 'g'); end if;`;

/** As in migration 0027. */
const TOLD_PERCENT = `case when price_terms->>'kind' = 'percent' and not price_terms ? 'upTo' then (price_terms->>'percent')::int end`;

const STATEMENTS = [
  `create or replace function search_plain(text) returns text immutable strict parallel safe language plpgsql as $$
  declare
    plain text := lower(unaccent('unaccent', translate($1, '×″”“’‘®™©', 'x"""''''   ')));
  begin
    ${step([`''s`], `([a-z])''s\\M`, '\\1s')}
    return plain;
  end $$`,
  `create or replace function search_units(text) returns text immutable strict parallel safe language plpgsql as $$
  declare
    plain text := $1;
  begin
    if plain !~ '\\d' then return plain; end if;
    ${step([','], '(\\d),(?=\\d{3})', '\\1')}
    ${step(['.'], '(\\d)\\.0+(?!\\d)', '\\1')}
    ${step(['.'], '(\\d)\\.(?=\\d)', '\\1p')}
    ${step(['.'], '\\m([a-z])\\.(?=\\d)', '\\1')}
    ${step(['x'], '(\\d)\\s*x\\s*(?=\\d)', '\\1x ')}
    ${step(['"', `''''`, 'in'], `(\\d)(?:\\s*(?:"|'''')|[\\s-]*(?:inch(?:es)?|in)\\M)`, '\\1in ')}
    return regexp_replace(plain, '(\\d)[\\s-]+(${UNITS})\\M', '\\1\\2', 'g');
  end $$`,
  `create or replace function search_spelt_units(text) returns text immutable strict parallel safe language plpgsql as $$
  declare
    plain text := $1;
  begin
    if plain !~ '\\d' or plain !~ '\\d[\\s-]*(?:${SPELT.map(([, words]) => words).join('|')})\\M' then return plain; end if;
    ${SPELT.map(([unit, words]) => `plain := regexp_replace(plain, '(\\d)[\\s-]*(?:${words})\\M', '\\1${unit}', 'g');`).join('\n    ')}
    return plain;
  end $$`,
  `create or replace function search_vector(title text, variants text[], description text, price int, total int, prior int, price_terms jsonb,
      coupon text, status text, store int, brand int, category int, forum int) returns tsvector immutable parallel safe language plpgsql as $$
  declare
    words tsvector := setweight(to_tsvector('search', search_fold(title)), 'A');
  begin
    if cardinality(variants) > 0 or variants is null then
      words := words || setweight(to_tsvector('search', search_fold(array_to_string(variants, ' '))), 'B');
    end if;
    return words
      || setweight(to_tsvector('search', search_plain(left(description, 400))), 'D')
      || (concat_ws(' ', '''s:' || store || ''':1B', '''b:' || brand || ''':1B', '''c:' || category || ''':1B', '''f:' || forum || ''':1B',
          '''p:' || search_price_step(total) || ''':1B',
          '''o:' || case when price_terms is not null then (${TOLD_PERCENT}) / 5
            when prior > price then floor(20.0 * (prior - price) / prior) end || ''':1B',
          case when coupon is not null then '''is:coupon'':1B' end, '''is:' || status || ''':1B'))::tsvector;
  end $$`,
];
