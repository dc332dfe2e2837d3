import { decodeHTML } from 'entities';
import sanitizeHtml from 'sanitize-html';
import { readAmount } from '../../lib/read-amount.ts';
import { readMoment } from '../../server/read-date.ts';
import type { ParseContext } from '../catalogue/parse-fields.ts';
import type { ColumnMap } from './column-map.ts';
import type { Product, ProductElement } from './parse-products.ts';
import { readStock } from './stock-words.ts';
import { cellValue, valuesForAll } from './read-rows.ts';

/**
 * The record of a product in a feed for Google Merchant, by the names of its specification. A price of a sale is the price, and the other
 * one the list price, unless the sale is over, or its price is 0, as some feeds write that there is none. What is out of stock is expired.
 * What the site has no field for is left out.
 * @param map the fields of elements by their names without `g:`, which then fill no other, and values of what no element gives
 */
export function productRecord(
  { elements = [], feed }: Pick<Product, 'elements' | 'feed'>,
  reading: ParseContext,
  map?: ColumnMap,
): Record<string, unknown> {
  const columns = map?.columns ?? {};
  const product = new Elements(elements);
  const mapped = Object.entries(columns).flatMap(([name, field]): [string, unknown][] => {
    const text = product.text(name);
    return field === null || text === undefined ? [] : [[field, cellValue(field, text)]];
  });
  const others = new Elements(elements.filter(({ name }) => !Object.hasOwn(columns, name)));
  return {
    type: 'deal',
    ...defined({ store: feed }),
    ...valuesForAll(map),
    ...known(others, reading),
    ...Object.fromEntries(mapped),
  };
}

function known(product: Elements, reading: ParseContext): Record<string, unknown> {
  const { shipping, shipsTo } = shippingOf(product, reading);
  return defined({
    sourceId: product.text('id'),
    title: product.text('title'),
    description: plainText(product.text('description')),
    url: product.text('link'),
    image: product.text('image_link'),
    brand: product.text('brand'),
    category: categoryOf(product),
    condition: product.text('condition')?.toLowerCase(),
    ...pricesOf(product, reading),
    ...availabilityOf(product),
    shipping,
    shipsTo,
    freeShippingFrom: product.parts('free_shipping_threshold', 'price_threshold')[0],
    variants: listOf(['color', 'size', 'unit_pricing_measure'].flatMap((name) => product.text(name) ?? [])),
  });
}

/** The elements of a product by name. */
class Elements {
  readonly #byName: Map<string, ProductElement[]>;

  constructor(elements: ProductElement[]) {
    this.#byName = Map.groupBy(elements, ({ name }) => name);
  }

  text(name: string): string | undefined {
    return this.texts(name)[0];
  }

  texts(name: string): string[] {
    return (this.#byName.get(name) ?? []).flatMap(({ text }) => text || []);
  }

  parts(name: string, part: string): string[] {
    return (this.#byName.get(name) ?? []).flatMap(({ parts }) => parts[part] || []);
  }
}

/** The shop's own path; Google's category where it is a path and no number. */
function categoryOf(product: Elements): string | undefined {
  const google = product.text('google_product_category');
  return product.text('product_type') ?? (google !== undefined && /\D/.test(google) ? google : undefined);
}

function pricesOf(product: Elements, reading: ParseContext): object {
  const [price, sale] = [product.text('price'), product.text('sale_price')];
  const [start, end] = product.text('sale_price_effective_date')?.split('/') ?? [];
  const until = end === undefined ? undefined : readMoment(end, reading, 'end');
  if (sale === undefined || amountOf(sale, reading)?.cents === 0 || (until && until <= reading.now)) return { price };
  // Once a sale has begun, its start does not matter; one that cannot be read is refused later, because the end may be in it.
  const from = start === undefined ? undefined : readMoment(start, reading, 'start');
  return {
    price: sale,
    listPrice: price === undefined || isSameAmount(price, sale, reading) ? undefined : price,
    startsAt: from && from <= reading.now ? undefined : start || undefined,
    expiresAt: end,
  };
}

/** An amount in its own currency or the site's; undefined when it cannot be read: the field is refused later. */
function amountOf(written: string, { locale, currency: home }: ParseContext): { cents: number; currency: string } | undefined {
  const read = readAmount(written, { locale, currency: undefined, home });
  return 'fault' in read ? undefined : { cents: read.cents, currency: read.currency ?? home };
}

function isSameAmount(first: string, second: string, reading: ParseContext): boolean {
  const [one, other] = [amountOf(first, reading), amountOf(second, reading)];
  return one !== undefined && one.cents === other?.cents && one.currency === other.currency;
}

function availabilityOf(product: Elements): object {
  const availability = product.text('availability');
  if (availability === undefined) return {};
  return { expired: readStock(availability) === false };
}

/** The cheapest way of shipping, and the countries of all. */
function shippingOf(product: Elements, reading: ParseContext): { shipping: string | undefined; shipsTo: string[] | undefined } {
  const prices = product.parts('shipping', 'price');
  const amounts = prices.map((price) => amountOf(price, reading)?.cents ?? Infinity);
  const shipping = prices[amounts.indexOf(Math.min(...amounts))];
  const countries = product.parts('shipping', 'country').map((country) => country.toUpperCase());
  return { shipping, shipsTo: listOf([...new Set(countries)]) };
}

/** Descriptions are text by Google's rules, and HTML in many feeds. */
function plainText(text: string | undefined): string | undefined {
  if (text === undefined || !/<\/?[a-z][^>]*>/i.test(text)) return text;
  const lines = text.replaceAll(/<(?:br|\/p|\/li|\/div|\/tr|\/h\d)\b[^>]*>/gi, '\n');
  return decodeHTML(sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} }))
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}

const listOf = (values: string[]) => (values.length > 0 ? values : undefined);

const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
