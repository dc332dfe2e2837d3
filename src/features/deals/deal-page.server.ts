import { isSameHost } from '../../lib/same-host.ts';
import { dataLayer, type Crumb } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import type { DealCard } from './card.ts';
import { toCard } from './cards.server.ts';
import { POSTED_HERE } from './deal.ts';
import type { DealRow } from './deal-rows.server.ts';
import type { BestComment, DealPage, StoreCoupon } from './detail.ts';
import { dealFacts } from './facts.ts';
import { isReduced } from './price-verdict.ts';
import { freeShippingText, shippingCents, totalText } from './shipping.ts';
import { dealDescription } from './words.ts';

/** What a deal's page shows besides the deal. */
interface Beside<Comment> {
  related: DealCard[];
  comments: Comment[];
  best: BestComment | undefined;
  coupons: StoreCoupon[];
  /** Its category and the categories above. */
  categories: Crumb[];
  /** What members write, as safe HTML. */
  markup(text: string): string;
}

/** Makes the page of a deal. */
export function dealPage<Comment>(context: Context, row: DealRow, beside: Beside<Comment>): DealPage<Comment> {
  const { related, comments, best, coupons, categories, markup } = beside;
  const deal = toCard(context, row);
  return {
    pageData: {
      type: 'deal',
      deal,
      priceCents: row.price_cents,
      ...(isReduced(row) && { priorCents: row.prior_cents }),
      ...(row.price_terms && { priceTerms: row.price_terms }),
      currency: row.currency,
      ...delivery(row, context.config.region.locale),
      facts: dealFacts(row, context.config.region, context.clock()),
      description: row.description.split(/\n\s*\n/).filter(Boolean),
      ...(row.source === POSTED_HERE && row.description !== '' && { descriptionHtml: markup(row.description) }),
      variants: row.variants,
      postedBy: row.posted_by_name,
      postedById: row.posted_by_id,
      ...leadsElsewhere(row.url, deal.store.host),
      updatedAt: row.updated_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
      prices: row.prices.map(({ observed_on, cents }) => ({ on: observed_on, cents })),
      ...(coupons.length > 0 && { storeCoupons: coupons }),
      related,
      comments,
      ...(best && { bestComment: best }),
    },
    pageLayout: {
      header: true,
      footer: true,
      background: 'white',
      breadcrumbs: [...categories, { name: deal.dealTitle, path: deal.path }],
    },
    pageMetadata: {
      title: `${deal.dealTitle} | ${context.config.siteName}`,
      description: dealDescription(deal),
      canonical: deal.path,
      robots: 'index,follow',
      image: `/share/${deal.threadId}.png`,
      dataLayer: layer(deal, categories),
    },
  };
}

function delivery(row: DealRow, locale: string): Pick<DealPage['pageData'], 'shippingCents' | 'totalText' | 'freeShippingText'> {
  const [cents, total, free] = [shippingCents(row), totalText(row, locale), freeShippingText(row, locale)];
  return {
    ...(cents !== undefined && { shippingCents: cents }),
    ...(total !== undefined && { totalText: total }),
    ...(free !== undefined && { freeShippingText: free }),
  };
}

/** The host of an address that is not the store's: a shop of somebody else, or a partner that leads on. */
function leadsElsewhere(url: string, storeHost: string): { leadsTo?: string } {
  const host = URL.parse(url)?.hostname;
  return host === undefined || isSameHost(host, storeHost) ? {} : { leadsTo: host };
}

function layer(deal: DealCard, categories: Crumb[]) {
  return dataLayer({
    pageType: 'deal',
    section: categories[0]?.name ?? 'site',
    group: deal.category.name,
    name: ['deal', ...categories.map(({ name }) => name), String(deal.threadId)],
    pco: false,
  });
}
