/** Money is whole hundredths of a currency everywhere inside, of yen too, which have no coins that small; text only at the edges. */

const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
/** The largest amount a database integer holds. */
const MOST_CENTS = 2_147_483_647;

/**
 * Reads an amount as people write it: `1299.99`, `$1,299.99`, `15`; `free` is 0 (spec §3).
 * @returns cents, or undefined when the text is no amount
 */
export function parseMoney(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.toLowerCase() === 'free') return 0;
  const [, whole, fraction = ''] = AMOUNT.exec(trimmed) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return cents <= MOST_CENTS ? cents : undefined;
}

const formats = new Map<string, Intl.NumberFormat>();

/** An amount for people, such as `$1,299.99`. */
export function formatMoney(cents: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) formats.set(currency, (format = new Intl.NumberFormat('en-US', { style: 'currency', currency })));
  return format.format(cents / 100);
}

/** A price as the calls of contract.md give it: `$1,299.99` or `free`. */
export function priceText(cents: number, currency: string): string {
  return cents === 0 ? 'free' : formatMoney(cents, currency);
}

/** A plain decimal such as `1299.99`, which `parseMoney` reads back. */
export function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** The parts of a price that are set in different sizes: `$1,299` and `99`. */
export function splitPrice(text: string): { whole: string; cents: string | undefined } {
  const [, whole = text, cents] = /^(.*)\.(\d\d)$/.exec(text) ?? [];
  return { whole, cents };
}
