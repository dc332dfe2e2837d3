import { describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import { required } from '../../src/lib/required.ts';
import { ask } from '../support/http.ts';
import { deal, feed, wholeFeed } from '../support/pages.ts';
import { settled } from '../support/settled.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();
const LIST = '/category/monitors';
const deals = await wholeFeed(url, LIST);
const live = deals.filter(({ isExpired }) => !isExpired);
const found = (which: (deal: DealCard) => boolean, among = live) => required(among.find(which), 'a deal of this kind');
const reduced = found(({ percentOff, verdict }) => (percentOff ?? 0) >= 15 && verdict !== null);
const dated = found(({ wasText }) => wasText !== null);
const expired = found(({ isExpired }) => isExpired, deals);

const pageOf = async (path: string) => (await ask(url, path)).text;
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
/** What is said of the price in some HTML, the first time. */
const priceIn = (html: string) => textOf(required(/<p class="price[^]*?<\/p>/.exec(html)?.[0], 'a price'));
/** The same of a deal's card, on whichever page of the list that is by now. */
async function priceOnCard({ path }: DealCard): Promise<string> {
  const { pages } = await feed(url, LIST);
  for (let page = 1; page <= pages; page++) {
    const cards = (await pageOf(`${LIST}?page=${page}`)).split('<article');
    const own = cards.find((card) => card.includes(`href="${path}"`));
    if (own) return priceIn(own);
  }
  throw new Error(`${LIST} has no card of ${path}`);
}
/** A deal's offer as search engines read it. */
async function offerOf({ path }: DealCard): Promise<{ priceSpecification?: object }> {
  const blocks = (await pageOf(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  const read = [...blocks].map(([, json]) => JSON.parse(json ?? '') as { '@type': string; offers: object });
  return required(read.find((each) => each['@type'] === 'Product')?.offers, 'an offer');
}

describe('a price that was reduced', () => {
  const { path, priorPriceText, percentOff, verdict } = reduced;
  const said = `, lowest of the 30 days before ${priorPriceText}${priorPriceText}, −${percentOff}%, ${verdict}`;

  test('says on card and deal what it was, by how much less it is, and the verdict', async () => {
    await settled(async () => expect(await priceOnCard(reduced)).toContain(said));
    const page = await pageOf(path);
    expect(priceIn(page)).toContain(said);
    expect(textOf(page)).toContain(`Lowest of the 30 days before: ${priorPriceText}`);
  });

  test('tells search engines the same earlier price', async () => {
    expect((await offerOf(reduced)).priceSpecification).toMatchObject({
      priceType: 'https://schema.org/StrikethroughPrice',
      price: Number(priorPriceText?.replaceAll(/[$,]/g, '')).toFixed(2),
    });
  });

  test('has a history that says from how many checks it is, and the same as a table', async () => {
    const page = await pageOf(path);
    expect(textOf(page)).toMatch(/average \$[\d,.]+ from \d+ price checks?/);
    const table = required(/Prices as a table<\/summary>([^]*?)<\/table>/.exec(page)?.[1], 'the table');
    const { prices } = await deal(url, path);
    expect(table.match(/<td>\$[\d,.]+<\/td>/g)).toHaveLength(prices.length);
  });
});

test('a price of which only the poster says what it was has that, and no percentage', async () => {
  await settled(async () => {
    for (const price of [await priceOnCard(dated), priceIn(await pageOf(dated.path))]) {
      expect(price).toContain(`, ${dated.wasText}`);
      expect(price).not.toMatch(/%|lowest of the 30 days/);
    }
  });
  expect(await offerOf(dated)).not.toHaveProperty('priceSpecification');
});

test('a deal that expired says what its price was, and leads to the store by another name', async () => {
  const page = await pageOf(expired.path);
  expect(priceIn(page)).toMatch(/^Price was /);
  expect(page).toContain('View at store');
  expect(page).not.toMatch(/>\s*Get deal/);
  const there = await pageOf(reduced.path);
  expect(there).not.toContain('View at store');
});

test('a deal that is hot is marked on its card and its page, and no other is', () =>
  settled(async () => {
    const { items } = await feed(url, '/all?sort=discount');
    const cards = (await pageOf('/all?sort=discount')).split('<article').slice(1);
    const isHot = items.map((item) => 'isHot' in item && item.isHot);
    expect(new Set(isHot).size).toBe(2);
    expect(cards.slice(0, items.length).map((card) => card.includes('Hot deal'))).toEqual(isHot);
    const hot = required(items[isHot.indexOf(true)], 'a hot deal');
    expect(/<div class="deal__tile">[^]*?<h1/.exec(await pageOf(hot.path))?.[0]).toContain('Hot deal');
  }));
