/** Parameters that name a product. */
const PRODUCT_PARAMETER =
  /^(?:p|pid|id|sku|skuid|item|itemid|item_id|product|productid|product_id|prod|asin|upc|gtin|model|style|variant|n)$/i;
/** Patterns of product numbers in addresses; they exclude years and dates. */
const NUMBERED = [
  /^(?!(?:19|20)\d\d$)[a-z]{0,3}-?\d{4}\w*$/i,
  /^b0[a-z\d]{8}$/i,
  /^(?!.*20\d\d)\d+(?:-\d+)+$/,
  /(?:^|[-_])[a-z]*\d{5,}[a-z]*$/i,
  // A model number, such as 27gp850.
  /(?:^|[-_])(?=\d*[a-z])(?=(?:[a-z]*\d){3})[a-z\d]{5,}(?:$|[-_])/i,
];
/** A number this long identifies the product by itself: the name in the address is optional. */
const LONG_NUMBER = /^(?:[a-z]{1,2}-)?(\d{6,})$/i;
const WORDS_OF_A_NAME = 4;
/** Folders and words in addresses of lists and events, whose other words and numbers name no product. */
const LIST_FOLDERS = new Set(['b', 'c']);
const LIST_WORDS = new Set(
  `accessories ad ads blog brand brands browse campaign categories category clearance collection collections coupon coupons deals department
  discount discounts event events goldbox landing list lists monday offers promo promos promotion promotions sale sales search special specials
  top under week weekly`.split(/\s+/),
);

export interface ProductAddress {
  /** The same for all addresses of one product at one shop. */
  id: string;
  /** Its name; empty where there are only numbers. */
  name: string;
}

/**
 * An address as it names one product, without what only tracks visitors; undefined when it leads to a page that many products may share:
 * a front page, a list, an event.
 */
export function productAddress(address: string): ProductAddress | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  const { hostname, pathname, searchParams } = url;
  const host = hostname.replace(/^(?:www|m|smile)\./, '');
  const segments = pathname.split('/').filter(Boolean);
  const asin = segments.find((segment) => /^B0[A-Z\d]{8}$/.test(segment));
  if (asin !== undefined) return { id: `${host}/${asin}`, name: '' };
  const names = segments.map((segment) => segment.toLowerCase().replace(/\.(?:html?|php|aspx?|p)$/, ''));
  const words = names.map((written) => written.split(/[-_]/));
  if (names.some((written) => LIST_FOLDERS.has(written)) || words.flat().some((word) => LIST_WORDS.has(word))) return undefined;
  const number = names.map((written) => LONG_NUMBER.exec(written)?.[1]).findLast((found) => found !== undefined);
  const parameters = [...searchParams]
    .filter(([parameter, value]) => PRODUCT_PARAMETER.test(parameter) && /\d{3,}/.test(value) && value !== number)
    .toSorted();
  const isNamed =
    names.some((written) => NUMBERED.some((form) => form.test(written))) || words.some(({ length }) => length >= WORDS_OF_A_NAME);
  if (!isNamed && parameters.length === 0) return undefined;
  const path = number === undefined ? segments : [number];
  const id = [host, ...path, ...parameters.map(([parameter, value]) => `${parameter}=${value}`)].join('/').toLowerCase();
  return {
    id,
    name: words
      .filter(({ length }) => length > 1)
      .flat()
      .join(' '),
  };
}
