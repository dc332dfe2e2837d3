import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { MAX_TOTAL_CENTS } from '../../lib/integers.ts';
import { keyed } from '../../lib/keyed.ts';
import { DISCOUNT_STEP, HAS_COUPON, idLexeme, IS_LIVE, PRICE_STEP } from './index-lexemes.ts';
import { FILTERS, type FilterValue, type FilterName, type Filters, type AppliedFilters } from './applied-filters.ts';

/** Filters of a search, resolved to ids: as `tsquery` conditions where the index has them, and as numeric bounds. */
export interface ResolvedFilters {
  /** What each filter names, for people. */
  chosen: Record<FilterName, FilterValue[]>;
  /** All conditions that the index knows, and those but one filter's. */
  conditions: string[];
  conditionsBut(filter: FilterName): string[];
  /** The one of them that has the price in steps, if there is a bound. */
  priceSteps: string | undefined;
  minCents: number | undefined;
  maxCents: number | undefined;
  /** What the bounds are in. */
  currency: string;
  percentOff: number | undefined;
}

/**
 * Looks up the values of filters by ids or slugs (a number is an id where one has it), and builds conditions from them. An unknown value
 * matches nothing.
 * @param currency that of the site, in which price filters are
 */
export async function resolveFilters(db: Db, query: AppliedFilters, currency: string): Promise<ResolvedFilters> {
  const named = FILTERS.some((name) => query.filters[name].length > 0) ? await namedBy(db, query.filters) : [];
  const cents = (dollars: number | undefined) => (dollars === undefined ? undefined : Math.min(Math.round(dollars * 100), MAX_TOTAL_CENTS));
  const [minCents, maxCents] = [cents(query.priceMin), cents(query.priceMax)];
  const filed = FILTERS.flatMap((name) =>
    query.filters[name].length === 0
      ? []
      : [{ name, condition: oneOf(named.filter(({ filter }) => filter === name).map(({ id }) => idLexeme(name, id))) }],
  );
  const priceSteps =
    minCents !== undefined || maxCents !== undefined
      ? oneOf(steps(priceStep(minCents ?? 0), priceStep(maxCents ?? MAX_TOTAL_CENTS), PRICE_STEP))
      : undefined;
  const others = [
    ...(query.hideExpired ? [`'${IS_LIVE}'`] : []),
    ...(query.withCoupon ? [`'${HAS_COUPON}'`] : []),
    ...(query.percentOff ? [discountSteps(query.percentOff)] : []),
    ...(priceSteps === undefined ? [] : [priceSteps]),
  ];
  return {
    chosen: keyed(FILTERS, (wanted) =>
      named.filter(({ filter, below }) => filter === wanted && !below).map(({ id, slug, name }) => ({ id, slug, name })),
    ),
    conditions: [...filed.map(({ condition }) => condition), ...others],
    conditionsBut: (filter) => [...filed.filter(({ name }) => name !== filter).map(({ condition }) => condition), ...others],
    priceSteps,
    minCents,
    maxCents,
    currency,
    percentOff: query.percentOff,
  };
}

/** The same filters, of which none is by discount, with a lowest discount in percent. */
export const withDiscount = (filters: ResolvedFilters, percentOff: number): ResolvedFilters => ({
  ...withConditions(filters, [discountSteps(percentOff)]),
  percentOff,
});

/** The same filters, with further conditions in the language of `tsquery`. */
export const withConditions = (filters: ResolvedFilters, conditions: string[]): ResolvedFilters => ({
  ...filters,
  conditions: [...filters.conditions, ...conditions],
  conditionsBut: (filter) => [...filters.conditionsBut(filter), ...conditions],
});

const discountSteps = (percentOff: number) => oneOf(steps(Math.floor(percentOff / 5), 20, DISCOUNT_STEP));

/** As `search_price_step` of the database. */
const priceStep = (cents: number) => Math.floor(Math.log(cents + 1) * 4);

/** One step more on either side, because rounding may differ from the database's; the exact bounds are checked in any case. */
const steps = (from: number, to: number, kind: string) =>
  Array.from({ length: Math.max(0, to - from) + 3 }, (_, index) => `${kind}:${from + index - 1}`);

/** No deal has the lexeme `none:0`, so an empty list matches nothing. */
const oneOf = (lexemes: string[]) => `(${(lexemes.length > 0 ? lexemes : ['none:0']).map((each) => `'${each}'`).join(' | ')})`;

/** The exact numeric bounds, which the index has only in steps. A deal in another currency, or without an amount, meets no price bounds. */
export function withinNumbers({ minCents, maxCents, currency, percentOff }: ResolvedFilters): RawBuilder<boolean> {
  const isUnbound = minCents === undefined && maxCents === undefined;
  const price = isUnbound
    ? sql`true`
    : sql`d.total_cents >= ${minCents ?? 0} and d.total_cents <= ${maxCents ?? MAX_TOTAL_CENTS} and d.currency = ${currency}`;
  return sql<boolean>`${price} and coalesce(d.percent_off, 0) >= ${Math.ceil(percentOff ?? 0)}`;
}

/**
 * The filters as one condition on a deal `d`. A price alone is left to the index by price (migration 0061), which has all that deals are counted
 * by: with the lexemes of its steps each deal would be read.
 * @param except a filter that is left out
 */
export function meetsFilters(resolved: ResolvedFilters, except?: FilterName): RawBuilder<boolean> {
  const conditions = except ? resolved.conditionsBut(except) : resolved.conditions;
  const numbers = withinNumbers(resolved);
  if (conditions.every((each) => each === resolved.priceSteps)) return numbers;
  return sql<boolean>`${numbers} and d.search @@ ${conditions.join(' & ')}::tsquery`;
}

/** Finds what filters name. A category includes its subcategories; a number that is an id is not looked up as a slug, too. */
async function namedBy(db: Db, filters: Filters): Promise<(FilterValue & { filter: FilterName; below: boolean })[]> {
  const called = (filter: FilterName, table: string) => {
    const isId = sql`id::text = any(${filters[filter]}::text[])`;
    return sql`(${isId} or (slug = any(${filters[filter]}::text[]) and slug <> all(array(select id::text from ${sql.table(table)} where ${isId}))))`;
  };
  const { rows } = await sql<FilterValue & { filter: FilterName; below: boolean }>`
    with recursive filed as (
      select id, slug, name, false as below from categories where ${called('category', 'categories')}
      union select c.id, c.slug, c.name, true from filed join categories as c on c.parent_id = filed.id)
    select 'store' as filter, id, slug, name, false as below from stores where ${called('store', 'stores')}
    union all select 'brand', id, slug, name, false from brands where ${called('brand', 'brands')}
    union all select 'forum', id, slug, title, false from forums where ${called('forum', 'forums')}
    union all select 'category', id, slug, name, bool_and(below) from filed group by id, slug, name`.execute(db);
  return rows;
}
