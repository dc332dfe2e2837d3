import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Deals without one price are found by what they promise too: "bogo", "30% off", "2 for $5". The function is that of migration 0043 and these
 * words; of the deals only those are written anew that have terms.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** As in migration 0027. */
const TOLD_PERCENT = `case when price_terms->>'kind' = 'percent' and not price_terms ? 'upTo' then (price_terms->>'percent')::int end`;

/** In units of the currency; `search_fold` leaves decimals out that are zero. */
const amount = (field: string) => `to_char((terms->>'${field}')::numeric / 100, 'FM9999999990.00')`;
const gift = (buy: string, get: string) =>
  `'buy ' || ${buy} || ' get ' || ${get} || case terms->>'percent' when '100' then ' free' when '50' then ' half off, 50% off'
    else ' ' || (terms->>'percent') || '% off' end`;
const asWord = (field: string) => `coalesce((array['one', 'two', 'three', 'four', 'five'])[(terms->>'${field}')::int], terms->>'${field}')`;

const STATEMENTS = [
  `create or replace function price_terms_words(terms jsonb) returns text immutable strict parallel safe language plpgsql as $$ begin
    return case terms->>'kind'
      when 'percent' then case when terms ? 'upTo' then 'up to ' else '' end || (terms->>'percent') || '% off, ' || (terms->>'percent') || ' percent'
      when 'bogo' then 'bogo, ' || ${gift(asWord('buy'), asWord('get'))} || ', ' || ${gift(`(terms->>'buy')`, `(terms->>'get')`)}
      when 'off' then 'save ' || ${amount('amount')} || ', ' || ${amount('amount')} || ' off'
      when 'multi' then (terms->>'quantity') || ' for ' || ${amount('total')}
      else '' end;
  end $$`,
  `create or replace function search_vector(title text, variants text[], description text, price int, total int, prior int, price_terms jsonb,
      coupon text, status text, store int, brand int, category int, forum int) returns tsvector immutable parallel safe language plpgsql as $$
  declare
    words tsvector := setweight(to_tsvector('search', search_fold(title)), 'A');
  begin
    if cardinality(variants) > 0 or variants is null then
      words := words || setweight(to_tsvector('search', search_fold(array_to_string(variants, ' '))), 'B');
    end if;
    if price_terms is not null then
      words := words || setweight(to_tsvector('search', search_fold(price_terms_words(price_terms))), 'B');
    end if;
    return words
      || setweight(to_tsvector('search', search_plain(left(description, 400))), 'D')
      || (concat_ws(' ', '''s:' || store || ''':1B', '''b:' || brand || ''':1B', '''c:' || category || ''':1B', '''f:' || forum || ''':1B',
          '''p:' || search_price_step(total) || ''':1B',
          '''o:' || case when price_terms is not null then (${TOLD_PERCENT}) / 5
            when prior > price then floor(20.0 * (prior - price) / prior) end || ''':1B',
          case when coupon is not null then '''is:coupon'':1B' end, '''is:' || status || ''':1B'))::tsvector;
  end $$`,
  // A column that is worked out is so again when one that it is made of is written. Nobody has to be told: what pages show is the same.
  `alter table deals disable trigger user`,
  `update deals set price_terms = price_terms where price_terms is not null`,
  `alter table deals enable trigger user`,
];
