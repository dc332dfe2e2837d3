import { foldWords, UNITS } from '../fold.ts';

/** A phrase that a title is found by in the search box. */
export interface TitlePhrase {
  /** `name`: what the title says the product is called; `pair`: two words that mean something once several titles have them. */
  kind: 'name' | 'pair';
  /** As it is shown. */
  phrase: string;
  /** Its folded words with one space between. */
  folded: string;
}

/** Another number has every title read again: counts are taken back by what a title gives now (gather.server.ts). */
export const PHRASES_VERSION = 4;

const MOST_NAME_WORDS = 6;
const MOST_PLAIN_WORDS = 3;
const LONGEST = 60;

const MEASURED_IN = `${UNITS}|lbs|in|inch(?:es)?|packs?|pieces?|count|core`;
const UNIT = new RegExp(`^(?:${MEASURED_IN})\\b`, 'i');
const UNIT_ALONE = new RegExp(`^(?:${MEASURED_IN})$`, 'i');
const MEASURE = new RegExp(`^[$€£]|^\\d[\\d.,]*(?:["”″'%×x]|-?(?:${MEASURED_IN}|port)$)`, 'i');
const NUMBER = /^\d[\d.,]*$/;
/** What a product is made like rather than called. */
const SPEC =
  /^(?:lga\d+|am\d\+?|ddr\d.*|sata|pcie|usb|ips|va|tn|q?oled|m\.2|nvme|ssd|hdd|(?:micro|mini|e)?-?(?:atx|itx)|wi-?fi|bluetooth|80\+|cpu|gpu|psu|ups|ram|[×x]\d+)$/i;
const PLAIN = /^\p{Ll}[\p{Ll}'’-]*[!?]?$/u;
const LETTERS = /^\p{L}[\p{L}'’-]*\p{L}$/u;
const SMALL = new Set('a an and as at by for from in into is it no of off on only or per plus the to up via with w your'.split(' '));

/** Where the name of a thing ends and its description begins. */
const PART = /(?<!\s)\s+[-–—|:·]\s+|[,;:([\]|)]+|(?<!\s)\s+(?:with|for|by|at|from|in|w\/|featuring|includes?)\s+/iu;
/** What shops and posters put before the title: a label in brackets, a price, how much is off. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- nothing has to follow, so that no part is tried a second time
const LEAD = /^(?:\s*(?:\[[^\]]*\]|\([^)]*\)|(?:\d+%|[$€£]\d[\d.,]*)(?:\s+off\b)?|[-–—:|]))+\s*/iu;

/** The phrases of a deal's title; the same title always gives the same ones, each once. */
export function phrasesOf(title: string): TitlePhrase[] {
  const parts = title.replace(LEAD, '').split(PART).map(tokensOf);
  const name = nameIn(withoutFirstMeasures(parts[0] ?? []));
  const found = new Map<string, TitlePhrase>();
  const add = (kind: TitlePhrase['kind'], tokens: string[]) => {
    const phrase = tokens.join(' ').replace(/(?<![\s&+/.–—-])[\s&+/.–—-]+$/u, '');
    const folded = foldWords(phrase).join(' ');
    if (folded.length > 2 && phrase.length <= LONGEST && !found.has(folded)) found.set(folded, { kind, phrase, folded });
  };
  if (name.length > 0) add('name', name);
  if (name.length > 2) add('pair', name.slice(0, 2));
  for (const tokens of parts)
    for (const [at, token] of tokens.entries()) {
      const before = tokens[at - 1];
      if (before !== undefined && isWord(before) && isWord(token)) add('pair', [before, token]);
    }
  return [...found.values()];
}

const tokensOf = (part: string) => part.split(/\s+/u).filter(Boolean);
const isWord = (token: string) => LETTERS.test(token) && !SMALL.has(token.toLowerCase()) && !UNIT_ALONE.test(token);

/** Of "2-Pack Amazon Basics batteries" and "Samsung 2 TB 990 PRO" what is left without the size. */
function withoutFirstMeasures(tokens: string[]): string[] {
  const first = tokens.findIndex(
    (token, at) => !isMeasure(token, tokens[at + 1]) && !(NUMBER.test(tokens[at - 1] ?? '') && UNIT.test(token)),
  );
  const [head, ...rest] = tokens.slice(Math.max(first, 0));
  if (head === undefined) return [];
  const [next, after] = rest;
  if (next === undefined || !isMeasure(next, after)) return [head, ...rest];
  return [head, ...rest.slice(NUMBER.test(next) ? 2 : 1)];
}

/** The product's name, at the beginning of a title: up to the first measure, or the first word that anything of its kind has. */
function nameIn(tokens: string[]): string[] {
  const end = tokens.findIndex(
    (token, at) =>
      at === MOST_NAME_WORDS ||
      isMeasure(token, tokens[at + 1]) ||
      (at > 1 && SPEC.test(token)) ||
      (at > 0 && PLAIN.test(token) && !tokens.slice(0, at).every((before) => PLAIN.test(before))),
  );
  const name = end === -1 ? tokens : tokens.slice(0, end);
  return name.length === 1 || name.every((token) => PLAIN.test(token)) ? plainName(tokens) : name;
}

/** Of a title in plain words, "Wireless mouse, black", the first few. */
function plainName(tokens: string[]): string[] {
  const end = tokens.findIndex(
    (token, at) => at === MOST_PLAIN_WORDS || isMeasure(token, tokens[at + 1]) || SMALL.has(token.toLowerCase()),
  );
  const name = end === -1 ? tokens : tokens.slice(0, end);
  return name.length > 1 || tokens.length === 1 ? name : [];
}

const isMeasure = (token: string, next: string | undefined) =>
  MEASURE.test(token) || (NUMBER.test(token) && next !== undefined && UNIT.test(next));
