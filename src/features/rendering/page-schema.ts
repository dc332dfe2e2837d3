import { z } from 'zod';
import { reply } from '../comments/contracts/replies.ts';
import { DIRECTORY_KINDS } from '../directories/directory.ts';
import { SORTS } from '../feeds/address.ts';
import { DEAL_FILTERS } from '../filters/applied-filters.ts';

/** Increased when a field is removed or changes its meaning, but not for new fields. */
const VERSION = 1;

const path = z.string().regex(/^\//);
const time = z.iso.datetime({ offset: true });
const day = z.iso.date();
const named = z.object({ slug: z.string(), name: z.string() });
const store = named.extend({ host: z.string() });
const count = z.int().nonnegative();

const photo = z.object({
  path: path.describe('A copy is at {path}-{width}.avif, and at {path}-{width}.webp'),
  widths: z.array(z.int().positive()),
  width: z.int().positive().describe('Of the source, in pixels'),
  height: z.int().positive(),
});
const picture = z.object({
  kind: z.string().nullable(),
  url: path.nullable().describe('The widest copy of the photo, as WebP'),
  photo: photo.nullable(),
  initial: z.string(),
  tint: z.string(),
});

const evidence = z.object({
  worked: count,
  total: count,
  within: z.enum(['week', 'month']),
  percent: count,
  lastWorkedAt: time.nullable(),
});
const cardEvidence = evidence.exactOptional().describe('How the code worked for members, where some said so within a month');

const dealCard = z
  .object({
    uniqueId: z.string(),
    threadId: z.int().positive(),
    postid: z.int().positive(),
    dealTitle: z.string(),
    path,
    finalPriceText: z.string().describe('Such as $1,299.99, or free, or terms such as 2 for $5'),
    listPriceText: z.string().nullable().describe('The price that the poster compares with'),
    listPriceSeen: day.nullable().describe('The day that price was seen'),
    priorPriceText: z.string().nullable().describe('The lowest price of the 30 days before, where it was more'),
    shippingText: z.string().nullable().describe('What delivery adds, where that is known'),
    percentOff: z.int().nullable().describe('Of that price, or as the deal says itself'),
    verdict: z.string().nullable().describe('What checks say of the price'),
    wasText: z.string().nullable().describe('What the poster compares with, where checks do not tell what it was before'),
    itemVariant: z.string().nullable(),
    isExpired: z.boolean(),
    couponCode: z.string().nullable(),
    couponEvidence: cardEvidence,
    picture,
    store,
    category: named,
    brand: named.nullable(),
    poster: z
      .object({ userid: z.int().positive(), username: z.string() })
      .nullable()
      .exactOptional()
      .describe('Who posted it; null where that is nobody of the site'),
    postedAt: time,
    score: z.int().nullable().describe('Ups less downs; null while it is hidden'),
    isHot: z.boolean().describe('Whether it is live and has the score of a hot deal'),
    commentCount: count,
  })
  .describe('A deal as lists show it');

const couponEvidence = evidence
  .nullable()
  .exactOptional()
  .describe('How the code worked for members; null when nobody said so within a month');

const offerCard = z
  .object({
    uniqueId: z.string(),
    pcoId: z.int().positive(),
    offerType: z.enum(['coupon', 'cashback']),
    dealTitle: z.string(),
    path,
    savingText: z.string().nullable(),
    minimumText: z.string().nullable(),
    code: z.string().nullable(),
    isExpired: z.boolean(),
    year: z.int().nullable().describe('The year a coupon of the archive was good in'),
    postedAt: time,
    expiresAt: time.nullable(),
    store: store.nullable(),
    maker: z.string().nullable(),
    picture,
    couponEvidence: cardEvidence,
  })
  .describe("A store's own coupon or cashback");

const inFeed = { itemIndex: count.describe('Place on the page'), frontpagePostNo: count.describe('Place in the whole feed') };
const crumb = z.object({ name: z.string(), path });

const some = z.int().positive();
const priceTerms = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: some, upTo: z.literal(true).exactOptional() }),
  z.object({ kind: z.literal('range'), from: some, to: some.exactOptional() }),
  z.object({ kind: z.literal('multi'), quantity: some, total: some }),
  z.object({ kind: z.literal('bogo'), buy: some, get: some, percent: some }),
  z.object({ kind: z.literal('off'), amount: some }),
]);

const deal = z.object({
  type: z.literal('deal'),
  deal: dealCard,
  priceCents: count.nullable().describe('Null where the price is no amount to compare by'),
  priorCents: count.exactOptional().describe('The lowest price of the 30 days before, where it was more'),
  priceTerms: priceTerms.exactOptional().describe('What is asked for, where that is not one amount; amounts in hundredths'),
  currency: z.string(),
  shippingCents: count.exactOptional().describe('What delivery adds; left out where that is not known'),
  totalText: z.string().exactOptional().describe('The price with delivery, where that adds to it'),
  freeShippingText: z.string().exactOptional(),
  facts: z
    .object({
      condition: z.enum(['new', 'open-box', 'refurbished', 'used']).exactOptional(),
      unitPriceText: z.string().exactOptional().describe('Such as $12.50 per TB'),
      membersOnly: z.string().exactOptional().describe('The membership that the price needs'),
      shipsTo: z.array(z.string()).exactOptional().describe('ISO codes of countries'),
      checkedAt: z.union([time, day]).exactOptional().describe('When the price was checked last'),
    })
    .describe('What is not known is left out'),
  description: z.array(z.string()).describe('Paragraphs as they were written'),
  descriptionHtml: z.string().exactOptional().describe('With its Markdown as HTML, where a member wrote it here'),
  variants: z.array(z.string()),
  postedBy: z.string().nullable(),
  postedById: count.nullable().describe('Their id, as `/forums/member.php?u=` takes it'),
  leadsTo: z.string().optional().describe('The host that it leads to, where that is not the store’s'),
  updatedAt: time,
  expiresAt: time.nullable(),
  prices: z.array(z.object({ on: day, cents: count })),
  couponEvidence,
  storeCoupons: z
    .array(
      offerCard.pick({ pcoId: true, dealTitle: true, path: true, savingText: true, minimumText: true, couponEvidence: true }).extend({
        code: z.string(),
        currency: z.string(),
        minimumCents: count.nullable().describe('From what amount on it takes something off'),
      }),
    )
    .exactOptional()
    .describe("Coupons of the deal's store that may be used for it"),
  related: z.array(dealCard),
  comments: z.array(reply),
  bestComment: z
    .object({ postid: z.int().positive(), username: z.string(), text: z.string(), score: z.int() })
    .exactOptional()
    .describe('The one with the most points, shortened; left out where none stands out'),
  commentsNext: z.int().nullable().exactOptional().describe('The post after which comments go on'),
  commentsAfter: z.int().exactOptional(),
  commentsSort: z.enum(['new', 'top']).exactOptional(),
});

const offer = z.object({
  type: z.literal('offer'),
  offer: offerCard,
  description: z.array(z.string()),
  terms: z.string(),
  postedAt: time,
  minimum: z
    .object({ cents: count, currency: z.string() })
    .nullable()
    .exactOptional()
    .describe('What must be spent at least, in hundredths'),
  couponEvidence,
  more: z.array(offerCard),
});

const ofEach = <T extends z.ZodType>(each: T) => ({ store: each, brand: each, category: each, forum: each });

const choices = z.object({
  narrowing: z.object({
    filters: z.object(ofEach(z.array(z.string()))),
    priceMin: z.number().optional(),
    priceMax: z.number().optional(),
    percentOff: z.number().optional(),
    hideExpired: z.boolean(),
    withCoupon: z.boolean(),
  }),
  chosen: z.object(ofEach(z.array(named.extend({ id: z.int().positive() })))),
  facets: z.object(ofEach(z.array(named.extend({ id: z.int().positive(), deals: count })).exactOptional())),
  problems: z.array(z.string()),
});

const feed = z.object({
  type: z.literal('feed'),
  feed: z.union([
    z.object({ kind: z.enum(['home', 'all', 'for-you', 'popular']) }),
    z.object({ kind: z.enum(['browse', 'category', 'store', 'brand']), slug: z.string() }),
  ]),
  path,
  title: z.string(),
  description: z.string(),
  sort: z.enum(SORTS),
  hideExpired: z.boolean(),
  narrowsBy: z
    .array(z.enum(DEAL_FILTERS))
    .nullable()
    .exactOptional()
    .describe('What narrows it besides what its items are filed under; null where nothing does'),
  choices: choices.nullable().describe('What narrows it, and what else could; null in published files'),
  page: z.int().positive(),
  pages: count,
  total: count,
  holds: z.enum(['deals', 'offers']),
  items: z.array(z.union([dealCard.extend(inFeed), offerCard.extend(inFeed)])),
  hottest: z.array(dealCard.extend({ gainedText: z.string().nullable().describe('Such as +40 in the last hour') })),
  offers: z.array(offerCard).describe('Those that have expired come last'),
  offersTotal: z.object({ live: count, expired: count }).exactOptional().describe('How many there are, also beyond those that are listed'),
  subject: z.object({ id: z.int().positive(), name: z.string() }).nullable().describe('The category, store or brand'),
  store: store.nullable(),
  children: z.array(crumb),
});

const listed = z.object({
  name: z.string(),
  path,
  deals: count.describe('Live ones'),
  offers: count.describe('Live coupons and cashback offers, of stores alone'),
});

const directory = z.object({
  type: z.literal('directory'),
  of: z.enum(DIRECTORY_KINDS),
  path,
  title: z.string(),
  description: z.string(),
  groups: z.array(
    z.object({
      name: z.string().describe('A letter, or the name of a category'),
      entry: listed.nullable().describe('That category; null for a letter'),
      entries: z.array(listed),
    }),
  ),
  shortened: z.boolean().describe('Whether there are more than are listed'),
});

/** Every `_payload.json`, as apps, partners and agents read it (contract.md, Browse, search, pages). */
export const pagePayload = z
  .object({
    pageData: z.discriminatedUnion('type', [deal, offer, feed, directory]),
    pageLayout: z.object({
      header: z.boolean(),
      footer: z.boolean(),
      background: z.enum(['grey', 'white']),
      breadcrumbs: z.array(crumb),
    }),
    pageMetadata: z.object({
      title: z.string(),
      description: z.string(),
      canonical: path,
      robots: z.enum(['index,follow', 'noindex,follow']),
      image: path,
      dataLayer: z.object({
        pageType: z.string(),
        section: z.string(),
        group: z.string(),
        name: z.string(),
        pco: z.boolean(),
        traffic: z.object({ subSection1: z.string(), subSection2: z.string(), subSection3: z.string(), subSection4: z.string() }),
      }),
    }),
  })
  .meta({ $id: '/schemas/page.json', title: `Page payload, version ${VERSION}` });

/** The JSON Schema of payloads; fields that it does not name may be added. */
export const pageJsonSchema = (): object => z.toJSONSchema(pagePayload, { io: 'input', reused: 'ref' });
