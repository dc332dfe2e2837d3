import { required } from './required.ts';

/** The price per unit, such as a litre, by which sizes can be compared. */
interface UnitPrice {
  cents: number;
  unit: 'TB' | 'kg' | 'l' | 'piece';
}

interface Measured {
  title: string;
  /** Slug of the category. */
  category: string;
  variants: string[];
}

type Measure = UnitPrice['unit'];

/** How many of a unit make its measure. */
const UNITS: Record<string, [Measure, number]> = {
  tb: ['TB', 1],
  gb: ['TB', 1_000],
  kg: ['kg', 1],
  g: ['kg', 1_000],
  l: ['l', 1],
  ml: ['l', 1_000],
};

const NUMBER = String.raw`\d{1,5}(?:\.\d{1,3})?`;
/** "3 x 500 ml", "2 TB"; neither a speed, "6 Gb/s", nor part of a name, "M650L". */
const AMOUNT = new RegExp(String.raw`(?<![\w.,×-])(?:(\d{1,3}) ?[x×] ?)?(${NUMBER})[ -]?(TB|GB|kg|g|l|ml)(?![\w/]|ps\b)`, 'gi');
/** Before a number that is one of several, such as "8/16 GB" or "1 - 2 kg". */
const CUT = /(?:\d ?[/–-] ?|\/ ?)$/;
const PIECES = [/(?<![\w.,/-])(\d{1,3})[ -]?pack\b/gi, /\bpack of (\d{1,3})\b/gi, /(?<![\w.,/-])(\d{1,4}) ?(?:ct|count)\b/gi];

/** Categories in which the capacity determines the price, unlike for laptops or consoles. */
const STORAGE =
  /\b(?:ssds?|hdd|(?:hard|solid[- ]state|external|portable|flash|usb) drives?|usb stick|(?:memory|sd) cards?|micro ?sd(?:[hx]c)?)\b/i;
const HAS_STORAGE =
  /\b(?:laptop|notebook|macbook|chromebook|imac|pc|computer|workstation|desktop(?! external| hard| drive)|server|console|playstation|ps[45]|xbox|switch|phone|iphone|smartphone|tablet|ipad|camera|dashcam|player|ram|ddr\d|memory kit|enclosure|bays?|dock|bundle|with)\b/i;
/** Categories in which a weight or volume is the quantity, not what a thing weighs or holds. */
const CONSUMED =
  /(?:^|-)(?:food|groceries|grocery|drinks?|beverages?|pantry|bakery|dairy|fruit|vegetables|meat|seafood|snacks|sweets|coffee|tea|wine|beer|spirits|shampoo|soap|detergents?|laundry|cleaning|toiletries|shower|thermal-paste)(?:-|$)/;

/** Smaller packs get no price per kilogram or litre. */
const LEAST = 0.1;
const MOST_CENTS = 1_000_000_00;

/**
 * What a deal costs by the terabyte, kilogram, litre or piece, as far as its title says so, or else each of its variants.
 * @returns undefined where that is not certain: no amount or two, variants of other sizes, a thing that merely holds or weighs so much; and
 * where it would say what the price says
 */
export function unitPrice({ title, category, variants }: Measured, cents: number): UnitPrice | undefined {
  const ofTitle = measured(title);
  const ofVariants = variants.map(measured);
  const isTitled = ofTitle.length > 0;
  // If the title has an amount, variants without one, such as colours, are ignored.
  const told = isTitled ? [ofTitle, ...ofVariants.filter(({ length }) => length > 0)] : ofVariants;
  const [amount, ...others] = distinct(told.flat());
  if (!amount || others.length > 0 || told.some(({ length }) => length === 0) || amount.quantity === 0 || cents <= 0) return undefined;
  if (!isBought(amount.unit, isTitled ? title : [title, ...variants].join(', '), category)) return undefined;
  const each = Math.round(cents / amount.quantity);
  const isSmall = (amount.unit === 'kg' || amount.unit === 'l') && amount.quantity < LEAST;
  return amount.quantity === 1 || isSmall || each < 1 || each > MOST_CENTS ? undefined : { cents: each, unit: amount.unit };
}

interface Amount {
  unit: Measure;
  quantity: number;
}

/** The amounts in a text, each once; an alternative such as "8/16 GB" counts as none. */
function measured(text: string): Amount[] {
  const amounts = [...text.matchAll(AMOUNT)].map(({ 1: times = '1', 2: number, 3: written = '', index }): Amount => {
    const [unit, share] = required(UNITS[written.toLowerCase()], 'a unit');
    return { unit, quantity: CUT.test(text.slice(0, index)) ? 0 : (Number(times) * Number(number)) / share };
  });
  const pieces = PIECES.flatMap((form) =>
    [...text.matchAll(form)].map(([, count]): Amount => ({ unit: 'piece', quantity: Number(count) })),
  );
  return distinct([...amounts, ...pieces]);
}

const distinct = (amounts: Amount[]): Amount[] => [...new Map(amounts.map((one) => [`${one.unit} ${one.quantity}`, one])).values()];

function isBought(unit: Measure, title: string, category: string): boolean {
  if (unit === 'piece') return true;
  return unit === 'TB' ? STORAGE.test(title) && !HAS_STORAGE.test(title) : CONSUMED.test(category);
}
