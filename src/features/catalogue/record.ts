import { z } from 'zod';
import {
  count,
  country,
  currency,
  day,
  end,
  instant,
  singleLineText,
  listOf,
  money,
  price,
  multilineText,
  slug,
  sourceId,
  webAddress,
  trueOrFalse,
} from '../../server/editor-fields.ts';
import { keyed, keysOf } from '../../lib/keyed.ts';
import type { Condition, Tint } from '../../server/db/schema/catalogue.ts';

/**
 * What `import` reads and `export` writes: one record a line, its `type` saying which. Amounts become cents, moments
 * become dates. A record from a source is known by `source` and `sourceId`; the things that deals are filed under, by
 * their slugs. References go to the same source unless a field ending in `Source` names another.
 */

const TINTS = ['blue', 'teal', 'violet', 'rose', 'amber', 'green', 'slate', 'sand'] as const satisfies Tint[];
const CONDITIONS = ['new', 'open-box', 'refurbished', 'used'] as const satisfies Condition[];
/** The state of what is sold; read in whatever case. */
export const condition = z.enum(CONDITIONS, `must be one of ${CONDITIONS.join(', ')}`);
/** New ids continue from the highest, so an imported one must leave room above it. */
const MOST_NUMBER = 1_000_000_000;
const name = singleLineText(1, 100);
/** The name of a drawing's file: it must be a slug, so that it cannot name another path. */
const kind = slug;

/** What deals are filed under: by slug, or by a name that is found or made (`createMissingRecords`). */
const slugOrName = singleLineText(1, 100);
/** Of a category also the way to it: `Home > Kitchen`. */
const slugOrPath = singleLineText(1, 750);

const forum = z.strictObject({ type: z.literal('forum'), slug, title: name, position: count });

const category = z.strictObject({
  type: z.literal('category'),
  slug,
  name,
  parent: slug.optional(),
  kind: kind.optional(),
  tint: z.enum(TINTS, `must be one of ${TINTS.join(', ')}`).optional(),
  position: count,
});

const store = z.strictObject({
  type: z.literal('store'),
  slug,
  name,
  host: z.hostname('must be a host name such as shop.example').max(253),
  url: webAddress,
  description: multilineText(0, 10_000),
});

const brand = z.strictObject({ type: z.literal('brand'), slug, name });

const dealRule = z.strictObject({
  items: z.literal('deals'),
  minPercent: z.int('must be a whole number').min(1, 'must be at least 1').max(100, 'must be at most 100').optional(),
  maxPrice: money.optional(),
  categories: listOf(slug, 200).optional(),
  lowest: trueOrFalse.optional(),
  picked: trueOrFalse.optional(),
});

const OFFER_TYPES = ['coupon', 'cashback'] as const;
const offerType = z.enum(OFFER_TYPES, 'must be coupon or cashback');

const offerRule = z.strictObject({ items: z.literal('offers'), offerType, expired: trueOrFalse });

const collection = z.strictObject({
  type: z.literal('collection'),
  slug,
  title: name,
  description: multilineText(0, 10_000),
  position: count,
  rule: z.discriminatedUnion('items', [dealRule, offerRule], 'must say items: deals or offers'),
});

const fromSource = { source: singleLineText(1, 60), sourceId };

const member = z.strictObject({
  type: z.literal('member'),
  ...fromSource,
  username: z.string('must be text').regex(/^[A-Za-z0-9._-]{3,20}$/, 'must be 3 to 20 letters, digits, dots, hyphens or underscores'),
  joinedAt: instant,
});

/** The number of a thread or post, which is in addresses. */
const number = z.int('must be a whole number').min(1, 'must be at least 1').max(MOST_NUMBER, `must be at most ${MOST_NUMBER}`);

const votes = { votesUp: count.optional(), votesDown: count.optional() };
const schedule = { startsAt: instant.optional(), expiresAt: end.optional(), expired: trueOrFalse.optional() };

const observations = z
  .array(z.tuple([day, money], 'must be a day and an amount'), 'must be a list of days and amounts')
  .max(5_000, 'must have at most 5000 entries')
  .refine((all) => new Set(all.map(([on]) => on)).size === all.length, 'must not name a day twice');

/** Deals that were merged into another one, whose addresses lead there. */
const merged = z
  .array(z.strictObject({ threadId: number, source: singleLineText(1, 60), sourceId }), 'must be a list of threadId, source and sourceId')
  .max(1_000, 'must have at most 1000 entries');

const deal = z.strictObject({
  type: z.literal('deal'),
  ...fromSource,
  title: singleLineText(3, 200),
  description: multilineText(0, 10_000).optional(),
  kind: kind.optional(),
  image: webAddress.optional(),
  store: slugOrName,
  brand: slugOrName.optional(),
  category: slugOrPath,
  forum: slug.optional(),
  collections: listOf(slug, 50).optional(),
  url: webAddress,
  price,
  listPrice: money.optional(),
  listPriceSeen: day.optional(),
  currency: currency.optional(),
  couponCode: singleLineText(1, 100).optional(),
  shipping: money.optional(),
  freeShippingFrom: money.optional(),
  shipsTo: listOf(country, 250).optional(),
  membersOnly: singleLineText(1, 40).optional(),
  condition: condition.optional(),
  checkedAt: instant.optional(),
  variants: listOf(singleLineText(1, 100), 100).optional(),
  postedAt: instant.optional(),
  updatedAt: instant.optional(),
  ...schedule,
  postedBy: sourceId.optional(),
  postedBySource: singleLineText(1, 60).optional(),
  ...votes,
  prices: observations.optional(),
  threadId: number.optional(),
  postId: number.optional(),
  merged: merged.optional(),
  offSite: trueOrFalse.optional(),
});

const comment = z.strictObject({
  type: z.literal('comment'),
  ...fromSource,
  deal: sourceId,
  dealSource: singleLineText(1, 60).optional(),
  parent: sourceId.optional(),
  parentSource: singleLineText(1, 60).optional(),
  // null stands for a member who has left.
  member: sourceId.nullable(),
  memberSource: singleLineText(1, 60).optional(),
  body: multilineText(2, 10_000),
  postedAt: instant,
  ...votes,
  postId: number.optional(),
});

const offer = z
  .strictObject({
    type: z.literal('offer'),
    ...fromSource,
    offerType,
    title: singleLineText(3, 200),
    description: multilineText(0, 10_000).optional(),
    kind: kind.optional(),
    store: slugOrName.optional(),
    maker: name.optional(),
    code: singleLineText(1, 100).optional(),
    percent: z.number('must be a number').gt(0, 'must be more than 0').max(100, 'must be at most 100').optional(),
    amount: money.optional(),
    minimum: money.optional(),
    currency: currency.optional(),
    terms: multilineText(0, 10_000).optional(),
    url: webAddress.optional(),
    postedAt: instant,
    ...schedule,
    year: z.int('must be a year').min(1970, 'must be a year such as 2024').max(9999, 'must be a year such as 2024').optional(),
    offerId: number.optional(),
  })
  .refine((given) => given.offerType !== 'coupon' || given.code !== undefined, {
    path: ['code'],
    error: 'must be given for a coupon; what needs no code is a deal',
  })
  .refine((given) => given.store !== undefined || given.maker !== undefined, { path: ['store'], error: 'must be given, or else maker' });

const kinds = { forum, category, store, brand, collection, member, deal, comment, offer };

export type RecordType = keyof typeof kinds;

/** Every type, in the order in which they are saved and exported: what is referred to comes first. */
export const RECORD_TYPES = keysOf(kinds);

/** The fields each type knows, in the order in which `export` writes them. */
export const FIELDS = keyed(RECORD_TYPES, (type) => Object.keys(kinds[type].shape));

/** What the fields of each type are. */
export const SHAPES: Record<RecordType, Record<string, z.ZodType>> = keyed(RECORD_TYPES, (type) => kinds[type].shape);

export const catalogueRecord = z.discriminatedUnion(
  'type',
  [forum, category, store, brand, collection, member, deal, comment, offer],
  `must be one of ${RECORD_TYPES.join(', ')}`,
);

/** A checked record: amounts in cents, moments as dates. */
export type CatalogueRecord = z.output<typeof catalogueRecord>;
export type RecordOf<T extends RecordType> = Extract<CatalogueRecord, { type: T }>;
/** A record as a file has it: amounts and moments as text. */
export type FileRecord = z.input<typeof catalogueRecord>;
export type FileRecordOf<T extends RecordType> = Extract<FileRecord, { type: T }>;
