import { decodeHTMLStrict } from 'entities';
import { STORE_NAMES } from './word-lists.ts';

const MONEY = String.raw`(?:us)?[$€£]\s?\d[\d,]*(?:\.\d+)?|\b\d[\d,]*(?:\.\d+)?\s?(?:usd|dollars|bucks|€|£)`;

/**
 * Phrases about price, shipping and conditions, with words before them such as "only" or "was".
 * Before each pattern is a text that it requires, which is quick to search for.
 */
const OFFERED = [
  [
    '[$€£]|usd|dollars|bucks',
    String.raw`(?:\b(?:for|only|just|from|was|reg(?:ular(?:ly)?)?|orig|msrp|save|now|at|under|extra|list)\.?\s*)?(?:${MONEY})(?:\s?(?:off|or less|shipped|each|ea|shipping|s&h|after \w+|back|w/?\s?s&s))*`,
  ],
  ['%', String.raw`\b(?:up to |extra |save )?\d{1,2}(?:\.\d)?\s?%\s?(?:off|back|cash ?back|savings?|discount)?`],
  [
    'coupon|code|rebate|mir|s&s|subscribe',
    String.raw`\b(?:w/|with|after|using|use)\s?(?:a |an )?(?:\w+ )?(?:on-?page |clipped |digital |clip(?:pable)? )*(?:coupons?|promo codes?|codes?|rebates?|mir|s&s|subscribe (?:and|&) save)(?: code)?(?: [a-z0-9]*[A-Z0-9]{4,}\b)?`,
  ],
  ['prime', String.raw`\b(?:w/|with|for|via)?\s?(?:amazon )?prime(?: members?| exclusive| only| day| shipping| deal)+`],
  [
    'free',
    String.raw`\+?\s?\bfree (?:standard |2-day |store |in-store |same-day )*(?:shipping|ship|s/?h|delivery|pick-?up|returns?)(?: w/ \w+| with \w+)*`,
  ],
  ['\\+', String.raw`\+\s?(?:fs|prime|tax|s/h|shipping)\b`],
  ['only', String.raw`\b(?:in[- ]store|online|store pick-?up|web|app|members?)[- ]only\b`],
  [
    'ymmv|bogo|b1g1|s&s|subscribe|time|deal|last|stock|price|model|select|various|assorted|black|cyber',
    String.raw`\b(?:ymmv|bogo|b1g1|s&s|subscribe (?:and|&) save|today only|limited time(?: offer| deal)?|lightning deal|deal of the day|while supplies last|back in stock|price (?:drop|match|mistake|error)|lowest price(?: ever)?|all[- ]time low|newest model|(?:select|various|assorted) (?:colou?rs?|styles?|sizes?)|black friday|cyber monday)\b`,
  ],
  ['age', String.raw`\bages? \d+(?:\s?\+|\s?(?:-|to) ?\d+| and up)?`],
].map(([hint, pattern]) => [new RegExp(hint ?? '', 'i'), new RegExp(pattern ?? '', 'gi')] as const);

const shops = STORE_NAMES.toSorted((a, b) => b.length - a.length).map((name) => name.replaceAll(/[.&]/g, String.raw`\$&`));
const SHOP = String.raw`(?:${shops.join('|')})(?:\.com)?(?: \w+)?`;
const SHOP_NAMED = [
  String.raw`^\s*[[(]\s?${SHOP}\s?[\])]`,
  String.raw`^\s*${SHOP}(?: members?)?\s?(?::| [-–|] )`,
  String.raw`[[(]\s?(?:at |via )?${SHOP}\s?[\])]`,
  String.raw`(?:\s[-–|]\s|\s@\s?|\b(?:at|from|via) )${SHOP}[\s!.]*$`,
].map((pattern) => new RegExp(pattern, 'gi'));

/**
 * A title in lower case without what does not belong to the product: HTML's entities, accents and marks, prices, shipping, coupons,
 * conditions, and the shop where it is before a colon, in brackets or at the end.
 */
export function cleanTitle(title: string): string {
  // Some feeds encode entities twice.
  let text = decodeHTMLStrict(decodeHTMLStrict(title))
    .replaceAll(/[®™©℠]|\(r\)|\(tm\)/gi, '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[‘’ʼ`´]/g, "'")
    .replaceAll(/[“”″]|''/g, '"')
    .replaceAll('⁄', '/')
    .replaceAll('×', 'x')
    .replaceAll(/[‐-―]/g, '-');
  for (const [hint, pattern] of OFFERED) if (hint.test(text)) text = text.replace(pattern, ' ');
  text = text.trim();
  if (/[[(:|@]| - | – |\b(?:at|from|via) /i.test(text)) for (const pattern of SHOP_NAMED) text = text.replace(pattern, ' ');
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
