import { takeAmounts, type Amounts } from './amounts.ts';
import { cleanTitle } from './clean-title.ts';
import { singular } from './singular.ts';
import {
  ACCESSORY_WORDS,
  KINDS,
  ABBREVIATIONS,
  AUDIENCES,
  COLOURS,
  COMMON_WORDS,
  EXCLUSIVE,
  OFFER_WORDS,
  REFURBISHED,
  STOP_WORDS,
  VARIANT_WORDS,
} from './word-lists.ts';

/** A word of a title that may identify its product. */
export interface Word {
  text: string;
  /** How much of the title it is: 1 for what names a product, less for what many share. */
  weight: number;
  /** `short` is such as 15, s24 or 7800x3d; `code` is a number of the maker's, such as un50tu690tfxza. */
  number?: 'short' | 'code';
  /** Whether it names an accessory or a purpose ("w/ case"), or is after a dash or in brackets: a description more than a name. */
  aside: boolean;
  /** Whether it names what the product is for ("case for …"). */
  target: boolean;
}

/** A parsed title, ready to be compared with another. */
export interface Title {
  words: Word[];
  /** The same, each text once. */
  distinct: Word[];
  /** Those of them that are numbers. */
  numbers: Word[];
  /** All words without those of the offer (price, shipping), in their order. */
  sequence: string[];
  amounts: Amounts;
  refurbished: boolean;
  /** The disc format of a film: most films are sold in both. */
  disc: '4k' | 'bluray' | undefined;
  audiences: Set<string>;
  /** Its words of `EXCLUSIVE`, a set for each group. */
  exclusive: Set<string>[];
  /** Its words in alphabetical order: titles with the same key are of one product if their amounts are the same, too. */
  key: string;
}

const WEIGHTS = { name: 1, common: 0.4, colour: 0.05, code: 1.2, offer: 0.1 };

/** How many words after this one are an aside. */
const ASIDE = new Map([
  ['with', 7],
  ['incl', 7],
  ['includes', 7],
  ['including', 7],
  ['for', 4],
  ['dash', 99],
  ['bracket', 4],
]);

/** Reads a title; the words of its store's name count for little, because people leave them out. */
export function readTitle(title: string, store = ''): Title {
  const cleaned = cleanTitle(title);
  const { rest, amounts } = takeAmounts(cleaned.replace(REFURBISHED, ' '));
  const shop = new Set(spelled(store.toLowerCase()));
  const words: Word[] = [];
  let audiences = NONE;
  let [aside, target] = [0, 0];
  const spelt = spelled(rest);
  for (const [index, text] of spelt.entries()) {
    aside = Math.max(aside - 1, words.length > 0 ? (ASIDE.get(text) ?? 0) : 0);
    target = text === 'for' ? 3 : target - 1;
    const audience = AUDIENCES.get(text);
    if (audience !== undefined) audiences = new Set([...audiences, audience]);
    if (audience !== undefined || STOP_WORDS.has(text) || ASIDE.has(text)) continue;
    words.push({
      ...weighed(text, index, shop),
      aside: aside > 0 || (ACCESSORY_WORDS.has(text) && KINDS.has(spelt[index + 1] ?? '')),
      target: target > 0,
    });
  }
  const texts = words.map(({ text }) => text);
  const significant = words.filter(({ weight }) => weight > WEIGHTS.offer).map(({ text }) => text);
  const once = distinct(words, texts);
  return {
    words,
    distinct: once,
    numbers: once.filter(({ number }) => number !== undefined),
    // Few comparisons need it, and it would take much memory for each of many titles.
    get sequence() {
      return cleaned.split(/[^\p{L}\p{N}.]+/u).filter(Boolean);
    },
    amounts,
    disc: /\bblu-?ray\b/.test(cleaned) ? (/\b4k\b|\buhd\b|\bultra hd\b/.test(cleaned) ? '4k' : 'bluray') : undefined,
    refurbished: REFURBISHED.test(cleaned),
    audiences,
    exclusive: EXCLUSIVE.map((group) => wordsOf(group, texts)),
    key: [...new Set(significant.length > 0 ? significant.map(singular) : [cleaned || title])].toSorted().join(' '),
  };
}

/** The words, each text once. Returns the same list where no text repeats, to save memory: many titles are kept. */
const distinct = (words: Word[], texts: string[]): Word[] =>
  new Set(texts).size === words.length ? words : [...new Map(words.map((word) => [word.text, word])).values()];

const NONE: Set<string> = new Set();

function wordsOf(group: { has(text: string): boolean }, texts: string[]): Set<string> {
  const found = texts.filter((text) => group.has(text));
  return found.length > 0 ? new Set(found.map(singular)) : NONE;
}

/** The words of a cleaned text as they are compared: "S24+" is "s24 plus", "3rd" is 3, "&" is "and". */
function spelled(text: string): string[] {
  const plain = text
    .replaceAll(/(?<=[a-z\d])\+(?=[\s,)\]]|$)/g, ' plus ')
    .replaceAll(/\bw\/o\b/g, ' without ')
    .replaceAll(/\bw\/\s?/g, ' with ')
    .replaceAll(/ \+ /g, ' with ')
    .replaceAll('&', ' and ')
    .replaceAll(/ [-|] /g, ' dash ')
    .replaceAll(/[([]/g, ' bracket ')
    .replaceAll(/\bsolid state drive\b/g, ' ssd ')
    .replaceAll(/\bhard (?:disk )?drive\b/g, ' hdd ')
    .replaceAll(/\bwestern digital\b/g, ' wd ')
    .replaceAll(/\b(?:aluminum|aluminium|titanium) case\b/g, ' ')
    .replaceAll(/([a-z])(?=\d+\.\d)/g, '$1 ')
    .replaceAll(/\bt[- ]shirts?\b/g, ' tshirt ')
    .replaceAll(/\bultra[- ]?hd\b/g, ' uhd ')
    .replaceAll(/\bfull[- ]hd\b|\b1080p\b/g, ' fhd ')
    .replaceAll(/\bblu-ray\b/g, ' bluray ')
    .replaceAll(/\bwi-fi\b/g, ' wifi ')
    .replaceAll(/(?<=[a-z])'(?=[a-z])/g, '')
    .replaceAll(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replaceAll(/(?<=\d),(?=\d{3})/g, '');
  // eslint-disable-next-line regexp/no-super-linear-move -- digits that make no decimal are a word, and not searched again
  const found = plain.match(/\d+\.\d+(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu) ?? [];
  return found.flatMap((word) => (ABBREVIATIONS.get(word) ?? word).split(' '));
}

function weighed(text: string, index: number, shop: Set<string>): Omit<Word, 'aside' | 'target'> {
  if (shop.has(text) || OFFER_WORDS.has(text)) return { text, weight: WEIGHTS.offer };
  if (/\d/.test(text)) return { text, ...numbered(text) };
  // A colour that follows the first word belongs to a name: WD Red, Johnnie Walker Black.
  if (COLOURS.has(text) && index !== 1) return { text, weight: index === 0 ? WEIGHTS.common : WEIGHTS.colour };
  if (VARIANT_WORDS.has(text)) return { text, weight: WEIGHTS.name };
  return { text, weight: COMMON_WORDS.has(text) || COMMON_WORDS.has(singular(text)) ? WEIGHTS.common : WEIGHTS.name };
}

function numbered(text: string): Pick<Word, 'weight' | 'number'> {
  const digits = text.replaceAll(/\D/g, '').length;
  const code = (text.length >= 7 && digits < text.length) || digits >= 6;
  if (code) return { weight: WEIGHTS.code, number: 'code' };
  return { weight: /^20[12]\d$/.test(text) ? WEIGHTS.common : WEIGHTS.name, number: 'short' };
}
