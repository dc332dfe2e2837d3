import { sql } from 'kysely';
import type { CouponEvidence } from '../../lib/coupon-evidence.ts';
import { dataLayer, SITE_PICTURE, type LoadResult, type Page } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import { offerPath, type OfferCard } from './offer.ts';
import { OFFER_COLUMNS, shownOffers, storeOffers, toOfferCard } from './offers.server.ts';
import { offerDescription } from './words.ts';

const MORE_OFFERS = 6;

/** Everything the page of one offer shows. */
export interface OfferData {
  type: 'offer';
  offer: OfferCard;
  /** Plain-text paragraphs. */
  description: string[];
  terms: string;
  postedAt: string;
  /** What must be spent at least, in hundredths; null where nothing must. */
  minimum: { cents: number; currency: string } | null;
  /** How its code worked for members; left out where it has no valid code, null where nobody has answered lately. */
  couponEvidence?: CouponEvidence | null;
  /** Other offers of the same store. */
  more: OfferCard[];
}

export type OfferPage = Page<OfferData>;

/** The page of the offer with this id (`/pco/{id}`); undefined when there is none. */
export async function loadOffer(context: Context, id: string): Promise<LoadResult<OfferPage> | undefined> {
  const { db, config } = context;
  if (!/^[1-9]\d{0,8}$/.test(id)) return undefined;
  const row = await shownOffers(db)
    .select(OFFER_COLUMNS)
    .select(['o.store_id', 'o.description', 'o.terms', HAS_ARCHIVE])
    .where('o.id', '=', Number(id))
    .executeTakeFirst();
  if (!row) return undefined;
  const offer = toOfferCard(row, config.region);
  const others = row.store_id === null ? [] : await storeOffers(context, row.store_id, MORE_OFFERS + 1);
  const from = offer.store?.name ?? offer.maker;
  const list = listOf(offer, row.has_archive);
  return {
    status: 200,
    page: {
      pageData: {
        type: 'offer',
        offer,
        description: row.description.split(/\n\s*\n/).filter(Boolean),
        terms: row.terms,
        postedAt: offer.postedAt,
        minimum: row.minimum_cents === null ? null : { cents: row.minimum_cents, currency: row.currency },
        more: others.filter(({ pcoId }) => pcoId !== offer.pcoId).slice(0, MORE_OFFERS),
      },
      pageLayout: { header: true, footer: true, background: 'white', breadcrumbs: [list, { name: offer.dealTitle, path: offer.path }] },
      pageMetadata: {
        title: `${offer.dealTitle} | ${from} | ${config.siteName}`,
        description: offerDescription(offer),
        canonical: offerPath(offer.pcoId),
        robots: 'index,follow',
        image: SITE_PICTURE,
        dataLayer: dataLayer({
          pageType: 'pco',
          section: list.name,
          group: offer.offerType,
          name: ['pco', offer.offerType, String(offer.pcoId)],
          pco: true,
        }),
      },
    },
  };
}

/** Where the site files coupons of past years, if it does. */
const ARCHIVE = { name: 'Coupon archive', path: '/browse/coupon-archive' };
const HAS_ARCHIVE = sql<boolean>`exists (select from collections where slug = 'coupon-archive')`.as('has_archive');

function listOf(offer: OfferCard, hasArchive: boolean) {
  if (offer.offerType === 'cashback') return { name: 'Cashback', path: '/browse/cashback' };
  return offer.year && hasArchive ? ARCHIVE : { name: 'Coupons', path: '/browse/coupons' };
}
