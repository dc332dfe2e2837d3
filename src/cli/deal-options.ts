import { TEXT, TEXTS, type CommandArguments } from './command-line.ts';

/** The options of `add` and `edit`: the field of a record that each sets, and what help says of it. */
const FIELDS = {
  title: { field: 'title', about: 'the title' },
  store: { field: 'store', about: "the store's slug" },
  category: { field: 'category', about: "the category's slug" },
  url: { field: 'url', about: "the deal's address at the store" },
  price: {
    field: 'price',
    about: 'an amount such as 12.99 or \'€12.99\', free, or a price such as "2 for $5", "from $20", "30% off" or BOGO',
  },
  'list-price': { field: 'listPrice', about: 'the earlier price to compare with, shown as "was $249 in Nov 2025"' },
  'list-price-seen': { field: 'listPriceSeen', about: 'the day the earlier price was seen, such as 2026-01-31' },
  currency: { field: 'currency', about: 'a currency code; by default that of the price, or SITE_CURRENCY' },
  brand: { field: 'brand', about: "the brand's slug" },
  coupon: { field: 'couponCode', about: 'the coupon code' },
  shipping: { field: 'shipping', about: 'what delivery costs, or free' },
  'free-shipping-from': { field: 'freeShippingFrom', about: 'the price from which delivery is free' },
  'members-only': { field: 'membersOnly', about: 'the membership that the price needs, such as Prime' },
  condition: { field: 'condition', about: 'new, open-box, refurbished or used' },
  checked: { field: 'checkedAt', about: 'when the price was last checked: a date, or none' },
  description: { field: 'description', about: 'text; an empty line begins a paragraph' },
  image: { field: 'image', about: 'the address of a picture; the site keeps a copy' },
  kind: { field: 'kind', about: 'the drawing to show if there is no picture, such as monitor' },
  forum: { field: 'forum', about: "the forum's slug, hot-deals unless given" },
  starts: { field: 'startsAt', about: 'when the deal appears: a date, or none' },
  expires: { field: 'expiresAt', about: 'when it expires: a date, or none' },
} as const;

const DATES = new Set(['starts', 'expires', 'checked']);

const LISTS = {
  variants: { field: 'variants', about: 'a variant; may be repeated' },
  'ships-to': { field: 'shipsTo', about: 'the code of a country it ships to, such as US; may be repeated' },
  collection: { field: 'collections', about: 'the slug of a collection; may be repeated' },
} as const;

const texts = Object.keys(FIELDS).map((name) => [name, TEXT] as const);
const lists = Object.keys(LISTS).map((name) => [name, TEXTS] as const);

export const DEAL_OPTIONS = { ...Object.fromEntries([...texts, ...lists]), 'posted-by': TEXT };
export const DEAL_OPTION_HELP = {
  ...Object.fromEntries(Object.entries({ ...FIELDS, ...LISTS }).map(([name, { about }]) => [name, about])),
  'posted-by': 'the user name of the member who posts it, or source:sourceId',
};

/** The fields of a record that options give; one that is given as '' (a date also as none) is null. */
export function fieldsGiven({ values }: Pick<CommandArguments, 'values'>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, { field }] of Object.entries(FIELDS)) {
    const value = values[name];
    if (value === undefined) continue;
    const cleared = value === '' || (value === 'none' && DATES.has(name));
    fields[field] = cleared ? null : value;
  }
  for (const [name, { field }] of Object.entries(LISTS)) {
    const value = values[name];
    if (Array.isArray(value)) fields[field] = value.filter((one) => one !== '');
  }
  return fields;
}
