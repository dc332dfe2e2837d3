/** A cache of `Intl` formats: making one for dates takes a hundred times as long as using it. */

const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

/** How dates are written in a language, by the options of `Intl.DateTimeFormat`. @throws RangeError for a language or zone that is none */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dates, locale + JSON.stringify(options), () => new Intl.DateTimeFormat(locale, options));
}

/** How numbers are written in a language, by the options of `Intl.NumberFormat`. @throws RangeError for a language or currency that is none */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numbers, locale + JSON.stringify(options), () => new Intl.NumberFormat(locale, options));
}

function kept<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  let format = formats.get(key);
  if (!format) formats.set(key, (format = make()));
  return format;
}
