import { keysOf } from '../../lib/keyed.ts';

/**
 * Fields of a deal, each of which is decided as a whole by an editor or by a source, with the columns that hold them. `schedule` is when it
 * shows and whether it has expired. `price` also includes the observed prices, and `collections` its collections, in other tables.
 */
export const DEAL_FIELDS = {
  title: ['title'],
  description: ['description'],
  kind: ['kind'],
  image: ['image_url'],
  store: ['store_id'],
  brand: ['brand_id'],
  category: ['category_id'],
  forum: ['forum_id'],
  collections: [],
  url: ['url'],
  price: ['price_cents', 'price_terms', 'currency'],
  listPrice: ['list_price_cents', 'list_price_seen'],
  couponCode: ['coupon_code'],
  shipping: ['shipping_cents', 'free_shipping_from_cents'],
  shipsTo: ['ships_to'],
  membersOnly: ['members_only'],
  condition: ['condition'],
  checkedAt: ['checked_at'],
  variants: ['variants'],
  postedAt: ['posted_at'],
  postedBy: ['posted_by'],
  schedule: ['starts_at', 'expires_at', 'status'],
} as const satisfies Record<string, readonly string[]>;

export type DealField = keyof typeof DEAL_FIELDS;

export const DEAL_FIELD_NAMES = keysOf(DEAL_FIELDS);

const FIELD_OF = new Map<string, DealField>(
  DEAL_FIELD_NAMES.flatMap((field) => DEAL_FIELDS[field].map((column) => [column, field] as const)),
);

/** The field that a column of deals, or an observed price or a place in a collection (`prices.DAY`, `collections.ID`), belongs to. */
export function dealFieldOf(column: string): DealField | undefined {
  if (column.startsWith('prices.')) return 'price';
  if (column.startsWith('collections.')) return 'collections';
  return FIELD_OF.get(column);
}

/** Whether a key of `import_changes` says what sources list, a deal (`unlisted`) or a duplicate merged into it (`listed.ID`): no field of a deal. */
export const isListing = (key: string) => key === 'unlisted' || key.startsWith('listed.');

const PARTS: Record<string, DealField> = {
  currency: 'price',
  prices: 'price',
  listPriceSeen: 'listPrice',
  freeShippingFrom: 'shipping',
  startsAt: 'schedule',
  expiresAt: 'schedule',
  expired: 'schedule',
  postedBySource: 'postedBy',
};

/** The fields that fields of records belong to. */
export const dealFieldsOf = (recordFields: string[]): DealField[] => {
  const named = new Set(recordFields.map((field) => PARTS[field] ?? field));
  return DEAL_FIELD_NAMES.filter((field) => named.has(field));
};
