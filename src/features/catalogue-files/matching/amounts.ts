import { memoize } from '../../../lib/memoize.ts';
import { required } from '../../../lib/required.ts';

/** Amounts that a title names, by what they measure, in one unit each and in ascending order. */
export type Amounts = Map<string, number[]>;

type Unit = [measure: string, factor: number, names: string];

/** Mass and volume meet in ounces: people write "oz" for both. */
const UNITS: Unit[] = [
  ['ounces', 1, String.raw`fl\.?\s?oz|fluid ounces?|oz|ounces?`],
  ['ounces', 16, 'lbs?|pounds?|pints?|pt'],
  ['ounces', 32, 'qts?|quarts?'],
  ['ounces', 128, 'gal|gallons?'],
  ['ounces', 35.274, 'kg|kilos?|kilograms?'],
  ['ounces', 0.035274, 'g|gr|grams?'],
  ['ounces', 33.814, 'l|lit(?:er|re)s?'],
  ['ounces', 0.033814, 'ml|millilit(?:er|re)s?'],
  ['milligrams', 1, 'mg'],
  ['inches', 1, String.raw`"|in\.|in|inch|inches`],
  ['inches', 12, "'|ft|foot|feet"],
  ['inches', 36, 'yds?|yards?'],
  ['inches', 0.3937, 'cm'],
  ['inches', 0.03937, 'mm'],
  ['inches', 39.37, 'm|met(?:er|re)s?'],
  ['gigabytes', 1, 'gb|gig|gigs'],
  ['gigabytes', 1000, 'tb'],
  ['gigabytes', 0.001, 'mb'],
  ['hertz', 1, 'hz'],
  ['megahertz', 1, 'mhz|mt/s'],
  ['megahertz', 1000, 'ghz'],
  ['watts', 1, 'w|watts?'],
  ['watts', 1000, 'kw'],
  ['volt-amperes', 1, 'va'],
  ['volts', 1, 'v max|v|volts? max|volts?'],
  ['milliampere-hours', 1, 'mah'],
  ['milliampere-hours', 1000, 'ah'],
  ['lumens', 1, 'lm|lumens?'],
  ['airflow', 1, 'cfm'],
  ['heat', 1, 'btus?'],
  ['dots', 1, 'dpi'],
  ['pressure', 1, 'psi'],
  ['megapixels', 1, 'mp|megapixels?'],
  ['area', 1, String.raw`sq\.?\s?ft\.?|square f(?:oo|ee)t|sqft`],
  ['capacity', 1, String.raw`cu\.?\s?ft\.?|cubic f(?:oo|ee)t`],
  ['cups', 1, 'cups?'],
  ['channels', 1, 'ch|channels?'],
  [
    'count',
    1,
    'count|cnt|ct|counts|packs?|pks?|pcs?|pc|pieces?|piece set|rolls?|pods?|bags?|cans?|pairs?|tablets?|capsules?|tabs?|loads|bars|bottles|boxes|doses?|servings?|crayons|bulbs|plugs|pads|wipes|sheets|k-cups?|kcups?|(?:family|mega|double|regular|triple) rolls?',
  ],
  ['count', 12, 'dozen|dz'],
  ...[
    'speed',
    'person',
    'tier',
    'drawer',
    'wick',
    'core',
    'port',
    'burner',
    'slice',
    'outlet',
    'tool',
    'camera',
    'button',
    'bay',
    'door',
    'player',
    'ply',
  ].map((word): Unit => [word, 1, `${word}s?`]),
  ['person', 1, 'people|persons?'],
  ['camera', 1, 'cam'],
  ['hours', 1, 'hrs?|hours?'],
  ['hours', 24, 'days?'],
  ['months', 1, 'months?|mo'],
  ['months', 12, 'years?|yrs?'],
];

const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+`;
const FRACTION = String.raw`(?:\d+[ -])?\d+/\d+`;
const names = UNITS.map(([, , written]) => written).join('|');
const AMOUNT = new RegExp(String.raw`(?<![a-z\d.])(?:(${NUMBER})(?:-| to ))?(${FRACTION}|${NUMBER})[\s-]*(${names})(?![a-z\d])`, 'g');

const WRITTEN = UNITS.map((unit) => [unit, new RegExp(`^(?:${unit[2]})$`)] as const);
const unitOf = memoize((name): Unit => required(WRITTEN.find(([, written]) => written.test(name))?.[0], name));

/** "2 x 16GB", "16GB x 2": for storage the total counts, for other measures the single amount. */
const MULTIPLE = new RegExp(String.raw`(?<![a-z\d.])(\d{1,3})(?:x| x )(${NUMBER})\s?-?(gb|tb|oz|fl oz|g|ml|l|ct|count)(?![a-z\d])`, 'g');
const PACK_OF = /\b(?:pack|set|box|case|lot|bundle|carton)s? of (\d{1,4})\b|(?<![a-z\d])(\d{1,3})\s?\/\s?(?:pack|pk|box|set)\b/g;
const DIMENSIONS = new RegExp(
  String.raw`(?<![a-z\d.])(${NUMBER})\s?["']?\s?(?:in|ft|cm|mm)?\.?\s?x\s?(${NUMBER})(?:\s?["']?\s?x\s?(${NUMBER}))?\s?(?:"|'|(?:in|ft|cm|mm|inch|inches|feet)\b)?\.?(?![a-z\d])`,
  'g',
);
const IN_ONE = /(?<![a-z\d])(\d{1,2})[\s-]*in[\s-]*(?:1|one)(?![a-z\d])/g;

/** Takes the amounts out of a cleaned title; what is left keeps its order. */
export function takeAmounts(title: string): { rest: string; amounts: Amounts } {
  const amounts: Amounts = new Map();
  if (!/\d|pack/.test(title)) return { rest: title, amounts };
  const note = (measure: string, value: number) => {
    const known = amounts.get(measure) ?? [];
    if (!known.some((other) => isNear(other, value)))
      amounts.set(
        measure,
        [...known, value].toSorted((a, b) => a - b),
      );
    return ' ';
  };
  const rest = title
    .replace(/\b(twin|single|double|triple)[- ]pack\b/g, (_, word: string) => `${{ single: 1, triple: 3 }[word] ?? 2}-pack`)
    .replace(IN_ONE, (_, number: string) => note('functions', Number(number)))
    .replace(MULTIPLE, (_, times: string, number: string, unit: string) => {
      const each = numberOf(number);
      if (unit === 'gb' || unit === 'tb') return note('gigabytes', Number(times) * each * (unit === 'tb' ? 1000 : 1));
      note('count', Number(times));
      return ` ${each} ${unit} `;
    })
    .replace(PACK_OF, (_, one?: string, other?: string) => note('count', Number(one ?? other)))
    .replace(DIMENSIONS, (_, ...found: (string | undefined)[]) => {
      const sides = found
        .slice(0, 3)
        .filter((side) => side !== undefined)
        .map(numberOf);
      return note(
        'dimensions',
        sides.toSorted((a, b) => a - b).reduce((code, side) => code * 10_007 + side, 0),
      );
    })
    .replace(AMOUNT, (_, from: string | undefined, number: string, unit: string) => {
      const [measure, factor] = unitOf(unit);
      if (from !== undefined) note(measure, numberOf(from) * factor);
      note(measure, numberOf(number) * factor);
      return ' ';
    });
  return { rest, amounts };
}

/** Whether two amounts are equal within the usual rounding: 500 ml are 16.9 fl oz, and 27 inches are 68.6 cm. */
export const isNear = (one: number, other: number) => Math.abs(one - other) <= 0.012 * Math.max(one, other);

function numberOf(written: string): number {
  const [whole, fraction] = /^(?:(\d+)[ -])?(\d+\/\d+)$/.exec(written)?.slice(1) ?? [];
  if (fraction === undefined) return Number(written.replaceAll(',', ''));
  const [over, under] = fraction.split('/').map(Number);
  return Number(whole ?? 0) + (over ?? 0) / (under || 1);
}
