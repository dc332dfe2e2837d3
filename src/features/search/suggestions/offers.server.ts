import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import { OFFER_LISTS } from '../../../lib/offer-lists.ts';
import type { SuggestedOffers, Suggestion } from '../contracts/suggestions.ts';
import { findInOrder } from './find.server.ts';
import { typedWords } from './typed-words.ts';

const MOST_STORES = 2;
/** What shoppers type when they look for offers (migration 0038). */
const CALLED = ['coupon', 'coupons', 'code', 'codes', 'promo', 'voucher', 'vouchers', 'cashback', 'cash', 'back', 'rebate'];
/** So many letters of such a word are taken for it. */
const BEGUN = 4;

/**
 * Where the live coupons and cashback are that somebody who types a text may want: of the stores that are suggested for it, or for what stands
 * beside a word such as "coupon"; for such a word alone, of all stores.
 * @param text anything
 * @param suggested what is suggested for the text
 */
export async function suggestOffers(db: Db, text: string, suggested: Suggestion[]): Promise<SuggestedOffers[]> {
  const words = typedWords(text);
  const others = words.filter((word) => !isCalled(word));
  if (others.length === 0) return words.length > 0 ? offersOfAll(db) : [];
  const meant = others.length < words.length ? await storesNamed(db, others) : [];
  const shown = suggested.flatMap(({ query_intent: intent, tag_id: id }) => (intent === 'store_name' ? [Number(id)] : []));
  return offersOfStores(db, [...new Set([...meant, ...shown])].slice(0, MOST_STORES));
}

/** Whether a folded word asks for coupons or cashback, or begins one that does. */
export const isCalled = (word: string) =>
  CALLED.includes(word) || (word.length >= BEGUN && CALLED.some((called) => called.startsWith(word)));

async function storesNamed(db: Db, words: string[]): Promise<number[]> {
  const found = await findInOrder(db, words.join(' '));
  return found.filter(({ kind }) => kind === 'store').map(({ ref }) => ref);
}

async function offersOfStores(db: Db, ids: number[]): Promise<SuggestedOffers[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ name: string; slug: string; coupons: number; count: number }>`
    select s.name, s.slug, count(*) filter (where o.offer_type = 'coupon')::int as coupons, count(*)::int as count
    from unnest(${ids}::int[]) with ordinality as wanted (id, place)
    join stores as s using (id) join offers as o on o.store_id = s.id and o.status = 'live'
    group by s.id, wanted.place order by wanted.place`.execute(db);
  return rows.map(({ name, slug, coupons, count }) => ({
    title: `${name} ${coupons === 0 ? 'cashback' : coupons === count ? 'coupons' : 'coupons and cashback'}`,
    path: `/store/${slug}#offers`,
    count,
  }));
}

async function offersOfAll(db: Db): Promise<SuggestedOffers[]> {
  const { rows } = await sql<{ type: string; count: number }>`
    select offer_type as type, count(*)::int as count from offers where status = 'live' group by 1`.execute(db);
  return OFFER_LISTS.flatMap(({ slug, title, rule }) => {
    const count = rows.find(({ type }) => type === rule.offerType)?.count;
    return count ? [{ title, path: `/browse/${slug}`, count }] : [];
  });
}
