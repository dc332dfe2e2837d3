import { join } from 'node:path';
import type { DealCard } from '../../src/features/deals/card.ts';
import type { DealPage } from '../../src/features/deals/detail.ts';
import type { CommandEvent } from '../../src/cli/command-event.ts';
import { PAYLOAD } from '../../src/features/rendering/addresses.ts';
import { isOffer, type FeedItem, type FeedPage } from '../../src/features/feeds/feed.ts';
import { currentRelease } from '../../src/features/publishing/shown-release.ts';
import { decimal, priceText } from '../../src/lib/money.ts';
import { DEFAULT_REGION } from '../../src/lib/region.ts';
import { sendCommand } from '../../src/server/control.ts';
import type { RunningSite } from '../support/site.ts';
import { publishedIn } from './published.ts';

/** A deal that is to be changed, and the feeds whose first page shows it. */
export interface Chosen {
  deal: DealCard;
  priceCents: number;
  currency: string;
  feeds: string[];
}

export const EDITS = ['edit', 'add', 'expire'] as const;

/** Something an editor does to one deal. */
export interface Edit {
  kind: (typeof EDITS)[number];
  input: object;
  /** The deal's page; that of an added one is known once the site has answered. */
  page: string | undefined;
  feeds: string[];
  /** Whether the deal's page shows it. */
  onPage(html: string): boolean;
  /** Whether a feed's page shows it. */
  onFeed(html: string): boolean;
}

/** Live deals from the first pages of all categories in turn, each once. */
export async function* chooseDeals(site: RunningSite): AsyncGenerator<Chosen, undefined> {
  const { folder } = (await currentRelease(join(site.dataDir, 'public')))!;
  const categories = publishedIn(folder)
    .map(([address]) => address)
    .filter((address) => /^\/category\/[^/?]+$/.test(address));
  const taken = new Set<number>();
  for (let found = true; found;) {
    found = false;
    for (const category of categories) {
      const deal = (await dealsAt(site, category)).find(({ threadId, isExpired }) => !isExpired && !taken.has(threadId));
      if (!deal) continue;
      found = true;
      taken.add(deal.threadId);
      const feeds = [category];
      for (const feed of ['/all', `/store/${deal.store.slug}`])
        if ((await dealsAt(site, feed)).some(({ threadId }) => threadId === deal.threadId)) feeds.push(feed);
      const { priceCents, currency } = (await payload<DealPage>(site, deal.path)).pageData;
      if (priceCents !== null) yield { deal, priceCents, currency, feeds };
    }
  }
}

const dealsAt = async (site: RunningSite, feed: string): Promise<DealCard[]> =>
  (await payload<FeedPage>(site, feed)).pageData.items.filter((item): item is DealCard & FeedItem => !isOffer(item));

async function payload<Page>(site: RunningSite, path: string): Promise<Page> {
  const answer = await fetch(site.url + path + PAYLOAD);
  if (!answer.ok) throw new Error(`${path} has no payload: ${answer.status}`);
  return (await answer.json()) as Page;
}

/** The part of a feed's page that is the card of a deal. */
function cardOf(html: string, { path }: DealCard): string | undefined {
  const at = html.indexOf(`<a href="${path}"`);
  return at === -1 ? undefined : html.slice(html.lastIndexOf('<article', at), html.indexOf('</article>', at));
}

/** The first price that stands in a page, or a part of one. */
const priceIn = (html = '') => /Price (?:was )?([^<]+)<\/span>/.exec(html)?.[1];

/** A price one cent lower. */
export function priceEdit({ deal, priceCents, currency, feeds }: Chosen): Edit {
  const cents = Math.max(1, priceCents - 1);
  const text = priceText(cents, currency, DEFAULT_REGION.locale);
  return {
    kind: 'edit',
    input: { deal: String(deal.threadId), changes: { price: decimal(cents) }, dryRun: false },
    page: deal.path,
    feeds,
    onPage: (html) => priceIn(html) === text,
    onFeed: (html) => priceIn(cardOf(html, deal)) === text,
  };
}

/** The end of a deal: its page says so, and in feeds it moves behind all others. */
export function expiry({ deal, feeds }: Chosen): Edit {
  return {
    kind: 'expire',
    input: { deals: [String(deal.threadId)] },
    page: deal.path,
    feeds,
    onPage: (html) => html.includes(' deal--expired"'),
    onFeed: (html) => cardOf(html, deal)?.includes('deal-card--expired') ?? true,
  };
}

/** A deal like another, posted now and with the votes that bring it to the top. */
export function addition({ deal }: Chosen, number: number): Edit {
  const title = `Bench addition ${number} ${deal.dealTitle}`.slice(0, 190).trim();
  const mark = `Bench addition ${number} `;
  const [store, category] = [deal.store.slug, deal.category.slug];
  const record = {
    title,
    store,
    category,
    url: `https://${deal.store.host}/bench/${number}`,
    price: `${1_000 + number}.42`,
    votesUp: 5_000,
  };
  const shows = (html: string) => html.includes(mark);
  return {
    kind: 'add',
    input: { record, dryRun: false },
    page: undefined,
    feeds: ['/all', `/category/${category}`, `/store/${store}`],
    onPage: shows,
    onFeed: shows,
  };
}

/**
 * Has the running site carry an edit out, as the command line does.
 * @param onSaved called once the edit is in the database, with the deal's page when the site names one
 * @returns when the site has told that it is published
 * @throws when the site refuses it
 */
export async function carryOut(site: RunningSite, { kind, input }: Edit, onSaved?: (page: string | undefined) => void): Promise<void> {
  await sendCommand(site.dataDir, kind, input, (event) => {
    const { refused, messages } = event as CommandEvent;
    if (refused) throw new Error(refused.join('\n'));
    if (messages) onSaved?.(/https?:\/\/\S+?(\/f\/\S+)/.exec(messages.join('\n'))?.[1]);
  });
}
