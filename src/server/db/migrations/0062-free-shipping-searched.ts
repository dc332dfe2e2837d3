import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Deals whose delivery is free are found by these words, which are told on their cards and stand in few titles. They have one lexeme that the list
 * of synonyms leads to, and not the two words: who looks for what is "free of gluten" does not mean them.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // As `shippingCents` of src/features/deals/shipping.ts.
  `create function deal_shipping_words(price int, terms jsonb, shipping int, free_from int) returns tsvector immutable parallel safe
    language plpgsql as $$ begin
    if shipping = 0 or free_from <= (case when terms->>'kind' = 'multi' then (terms->>'total')::int else price end) then
      return setweight(to_tsvector('search', 'freeshipping'), 'B');
    end if;
    return '';
  end $$`,
  `alter table deals drop column search`,
  // As in migration 0039, and these words.
  `alter table deals add column search tsvector generated always as (search_vector(title, variants, description, price_cents,
      deal_total(price_cents, price_terms, shipping_cents, free_shipping_from_cents), prior_cents, price_terms, coupon_code, status, store_id,
      brand_id, category_id, forum_id)
      || deal_shipping_words(price_cents, price_terms, shipping_cents, free_shipping_from_cents)) stored`,
  `create index deals_search on deals using gin (search) with (gin_pending_list_limit = 256)`,
];
