import type { DealCard } from '../../src/features/deals/card.ts';
import type { DealData } from '../../src/features/deals/detail.ts';
import type { FeedData } from '../../src/features/feeds/feed.ts';
import type { OfferCard } from '../../src/features/offers/offer.ts';
import type { Page } from '../../src/lib/page.ts';
import { ask, jsonOf } from './http.ts';

/** The data of a page, as `/web-api/page/…` answers it. */
async function pageData<D>(url: string, address: string): Promise<D> {
  const answer = await ask(url, `/web-api/page${address}`);
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}`);
  return jsonOf<Page<{ type: string }>>(answer).pageData as D;
}

export const feed = (url: string, address: string): Promise<FeedData> => pageData<FeedData>(url, address);
export const deal = (url: string, address: string): Promise<DealData> => pageData<DealData>(url, address);

/** Every deal of a feed, from its first page to its last. What changes between two of its pages may be there twice, or not at all. */
export async function wholeFeed(url: string, path: string, query = ''): Promise<DealCard[]> {
  const deals: DealCard[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const read = await feed(url, `${path}?${query}&page=${page}`);
    deals.push(...(read.items as DealCard[]));
    pages = read.pages;
  }
  return deals;
}

/** Addresses of one page of every kind, taken from what the catalogue holds. */
export async function pageKinds(url: string): Promise<Record<string, string>> {
  const home = await feed(url, '/');
  const coupons = await feed(url, '/browse/coupons');
  const expired = (await feed(url, '/category/computers?page=1&sort=new')).pages;
  const last = await feed(url, `/category/computers?sort=new&page=${expired}`);
  const withCode = (await feed(url, '/all')).items.find((item) => 'couponCode' in item && item.couponCode !== null && !item.isExpired);
  return {
    home: '/',
    feed: '/popular',
    'a later page': '/all?page=2',
    'a deep page': '/all?page=9',
    'another order': '/all?sort=discount',
    category: '/category/computers',
    store: `/store/${(home.items[0] as DealCard).store.slug}`,
    deal: home.items.find((item) => 'couponCode' in item && item.couponCode === null)!.path,
    'a deal with a code': withCode!.path,
    'an expired deal': last.items.findLast((item) => item.isExpired)!.path,
    brands: '/browse/brands',
    categories: '/browse/categories',
    coupons: '/browse/coupons',
    'coupons found': '/search?q=coupon',
    offer: (coupons.items[0] as OfferCard).path,
    search: '/search?q=ssd',
    'a search without results': '/search?q=zzzxqj',
    about: '/about',
    credits: '/credits',
    'log in': '/account/log-in',
    'sign up': '/account/sign-up',
    'reset password': '/account/reset-password',
    'moderation log': '/moderation',
    member: '/forums/member.php?u=1',
    'not found': '/nothing-here',
  };
}
