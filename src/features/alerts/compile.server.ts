import { sql } from 'kysely';
import { beginningOf } from '../../lib/beginning-of.ts';
import { shortMoney } from '../../lib/money.ts';
import type { Region } from '../../lib/region.ts';
import { keyed } from '../../lib/keyed.ts';
import type { Db } from '../../server/db/database.ts';
import { FILTERS, type FilterName } from '../filters/applied-filters.ts';
import { HAS_COUPON, idLexeme } from '../filters/index-lexemes.ts';
import { outsideDescription } from '../search/operator-conditions.server.ts';
import { requiredTerms } from '../search/required-terms.server.ts';
import { anchorsOf, ANY_DEAL, lexemesIn } from './anchors.ts';
import { LONGEST_TITLE } from './contracts/alert-fields.ts';
import type { Criteria } from './criteria.ts';

/** What a criterion asks for, in words, and the query for it. */
export interface Condition {
  /** As a sentence about a deal goes on: "is from Newegg". */
  text: string;
  query: string;
}

/** Names of what criteria are filed under, by ids. */
export type Names = Record<FilterName, Map<number, { slug: string; name: string }>>;

/** Names of stores, brands, categories and forums; those that are gone are left out. */
export async function namesOf(db: Db, criteria: Pick<Criteria, FilterName>): Promise<Names> {
  const { rows } = await sql<{ kind: FilterName; id: number; slug: string; name: string }>`
    select 'store' as kind, id, slug, name from stores where id = any(${criteria.store}::int[])
    union all select 'brand', id, slug, name from brands where id = any(${criteria.brand}::int[])
    union all select 'category', id, slug, name from categories where id = any(${criteria.category}::int[])
    union all select 'forum', id, slug, title from forums where id = any(${criteria.forum}::int[])`.execute(db);
  return keyed(FILTERS, (wanted) => new Map(rows.filter(({ kind }) => kind === wanted).map(({ id, slug, name }) => [id, { slug, name }])));
}

const CONDITION_TEXTS: Record<FilterName, string> = { store: 'is from', brand: 'is made by', category: 'is in', forum: 'is in the forum' };

/** What criteria ask for besides figures, one by one. A description names much that a deal is not ("as a gift for gamers"): words in it do not count. */
export async function conditionsOf(db: Db, criteria: Criteria, names: Names): Promise<Condition[]> {
  const terms = criteria.words === '' ? [] : (await requiredTerms(db, criteria.words)).map(outsideDescription);
  return [
    ...(terms.length > 0 ? [{ text: `has the words “${criteria.words}”`, query: terms.join(' & ') }] : []),
    ...FILTERS.flatMap((kind) =>
      criteria[kind].length === 0
        ? []
        : [
            {
              text: `${CONDITION_TEXTS[kind]} ${criteria[kind].map((id) => names[kind].get(id)?.name ?? 'something deleted').join(' or ')}`,
              query: `(${criteria[kind].map((id) => `'${idLexeme(kind, id)}'`).join(' | ')})`,
            },
          ],
    ),
    ...(criteria.withCoupon ? [{ text: 'has a coupon', query: `'${HAS_COUPON}'` }] : []),
  ];
}

export const queryOf = (conditions: Condition[]): string => conditions.map(({ query }) => query).join(' & ') || `'${ANY_DEAL}'`;

/** The lexemes that deals must have to be compared with a query at all, chosen by how many deals have them now. */
export async function chooseAnchors(db: Db, query: string): Promise<string[]> {
  const lexemes = lexemesIn(query);
  const { rows } = await sql<{ lexeme: string; deals: number }>`
    select lexeme, coalesce(
        case when lexeme ~ '^[sbc]:[0-9]+$' then (select deals from suggestion_filed
          where kind = (array['store', 'brand', 'category'])[position(left(lexeme, 1) in 'sbc')]::suggestion_kind and ref = substr(lexeme, 3)::int)
        when lexeme like '%:%' then (select greatest(reltuples, 1000) from pg_class where oid = 'deals'::regclass)
        else (select sum(deals) from search_words where stem = lexeme) end, 0)::float as deals
    from unnest(${lexemes}::text[]) as lexeme`.execute(db);
  const deals = new Map(rows.map((row) => [row.lexeme, row.deals]));
  return anchorsOf(query, (lexeme) => deals.get(lexeme) ?? 0);
}

/** Criteria as people read them: "ssd under $60 at Newegg". */
export function titleOf(criteria: Criteria, names: Names, { currency, locale }: Region): string {
  const { words, minCents, maxCents, minPercent, withCoupon } = criteria;
  const named = (kind: FilterName) => criteria[kind].flatMap((id) => names[kind].get(id)?.name ?? []).join(' or ');
  const money = (cents: number) => shortMoney(cents, currency, locale);
  const what = [named('brand'), words || named('category')].filter(Boolean).join(' ') || 'Deals';
  return [
    what,
    words && named('category') && `in ${named('category')}`,
    minCents !== undefined && maxCents !== undefined && `from ${money(minCents)} to ${money(maxCents)}`,
    minCents === undefined && maxCents !== undefined && (maxCents === 0 ? 'for free' : `up to ${money(maxCents)}`),
    minCents !== undefined && maxCents === undefined && `from ${money(minCents)}`,
    minPercent !== undefined && `${(minCents ?? maxCents) === undefined ? '' : 'and '}${minPercent}% off or more`,
    withCoupon && 'with a coupon',
    named('store') && `at ${named('store')}`,
    named('forum') && `in ${named('forum')}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The title of an alert that its member gives none: what its criteria ask for. */
export const defaultAlertTitle = async (db: Db, criteria: Criteria, region: Region): Promise<string> =>
  beginningOf(titleOf(criteria, await namesOf(db, criteria), region), LONGEST_TITLE);
