import { readNdjson } from './ndjson.ts';

export type PastCoupon = { maker: string; what: string; code: string; percent: number; year: number };

type Source = {
  year: number;
  section: string;
  name: string;
  description: string;
  terms: string;
  code: string | null;
  pct: number | null;
};

const unwanted =
  /new row template|casino|bet(ting)?\b|gambl|porn|adult|dating|sex|crypto|bitcoin|\bNFT|blockchain|trading|hack|pwn|alcohol|weapon|\bvpn|ad network|ugc|secrets|remove watermarks|media downloader|johnrush|alternative to|vs\b/i;

/** Selects rows with exactly one code, one percentage and a usable description; ambiguous rows are left out. */
export function selectCoupons(file: string): PastCoupon[] {
  const seen = new Set<string>();
  return readNdjson<Source>(file).flatMap((row) => {
    const coupon = plainCoupon(row);
    if (!coupon) return [];
    const key = `${coupon.maker.toLowerCase()} ${coupon.year}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [coupon];
  });
}

function plainCoupon(row: Source): PastCoupon | undefined {
  const text = plain(`${row.name} · ${row.description} · ${row.terms}`);
  const code = row.code ?? '';
  const percents = new Set([...text.matchAll(/(\d{1,2}) ?%/g)].map((found) => Number(found[1])));
  const [percent] = percents;
  if (percents.size !== 1 || percent === undefined || percent < 5 || percent > 90) return undefined;
  if (row.pct !== null && row.pct !== percent) return undefined;
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{3,29}$/.test(code) || !/[A-Z0-9]/.test(code) || unwanted.test(text)) return undefined;
  if (/up ?to \d|coupons? .* or |or `|\$\d|→|upto|free month|month free/i.test(text)) return undefined;
  const maker = cleanName(row.name);
  if (maker.length < 2 || maker.length > 42) return undefined;
  const what = whatItIs(row);
  return what === undefined ? undefined : { maker, what, code, percent, year: row.year };
}

function cleanName(name: string): string {
  const [maker = ''] = plain(name).split(/\s[|·•–—-]\s|\s\|\s?|: /);
  return maker.replace(/[™®]/g, '').trim();
}

/** The sentence that describes the product; undefined if there is none without advertising. */
function whatItIs(row: Source): string | undefined {
  const source = row.description || (row.terms.includes('%') ? row.terms : '');
  const sentence =
    plain(source)
      .split(/(?<=[.!])\s|\s[|•–—]\s/)[0]
      ?.replace(/^[|•·\s]+/, '')
      .trim() ?? '';
  const sells =
    /%|\bcode\b|\boff\b|coupon|discount|https?:|valid from|lifetime|awesome|\bour\b|\b(incl|e\.?g|etc|everyone|ever|clipbard|maos)$|clipbard|\(e\.g|maOS/i.test(
      sentence,
    );
  return sentence.length >= 20 && sentence.length <= 150 && !sells ? sentence.replace(/\s*[.!]$/, '') : undefined;
}

function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`_]{1,3}(?=\S)|(?<=\S)[*`]{1,3}/g, '')
    .replace(/\p{Extended_Pictographic}|\uFE0F|\u200d/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
