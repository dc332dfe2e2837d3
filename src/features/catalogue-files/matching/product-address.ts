/** Parameters that say where somebody came from, not what is shown. */
const TRACKING =
  /^(?:utm_\w+|ref|ref_|tag|linkcode|linkid|camp|creative\w*|aff\w*|clickid|irclickid|irgwc|gclid|gbraid|wbraid|fbclid|msclkid|cmp|cid|cjevent|ranmid|raneaid|ransiteid|source|src|pf_rd_\w+|pd_rd_\w+|psc|th|smid|sr|qid|keywords|crid|sprefix|promocode|coupon|mc_\w+|_\w+|sharedid|subid\d?|u1|wmlspartner|sourceid|veh|athbdg|adid)$/i;
/** Parameters that name a product. */
const PRODUCT_PARAMETER =
  /^(?:p|pid|id|sku|skuid|item|itemid|item_id|product|productid|product_id|prod|asin|upc|gtin|model|style|variant|n)$/i;
const NUMBERED = /^(?:[a-z]{0,3}-?)?\d{4,}\w*$|^b0[a-z\d]{8}$|(?:^|[-_])[a-z]*\d{5,}[a-z]*$/i;
const WORDS_OF_A_NAME = 4;

/**
 * An address as it names one product, without what only tracks visitors; undefined when it leads to a page that many products may share:
 * a front page, a list, an event.
 */
export function productAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname, searchParams } = new URL(address);
  const host = hostname.replace(/^(?:www|m|smile)\./, '');
  const segments = pathname.split('/').filter(Boolean);
  const asin = segments.find((segment) => /^B0[A-Z\d]{8}$/.test(segment));
  if (asin !== undefined) return `${host}/${asin}`;
  const kept = [...searchParams].filter(([name, value]) => !TRACKING.test(name) && value !== '');
  const parameters = kept.filter(([name, value]) => PRODUCT_PARAMETER.test(name) && /\d{3,}/.test(value)).toSorted();
  const named = segments.some((segment) => {
    const name = segment.replace(/\.(?:html?|php|aspx?|p)$/i, '');
    return NUMBERED.test(name) || name.split(/[-_]/).length >= WORDS_OF_A_NAME;
  });
  if (!named && parameters.length === 0) return undefined;
  return [host, ...segments, ...parameters.map(([name, value]) => `${name}=${value}`)].join('/').toLowerCase();
}
