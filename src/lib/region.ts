/** How a site writes prices, counts and dates. */
export interface Region {
  /** ISO 4217 code of prices that name no other. */
  currency: string;
  /** BCP 47 tag of the language and country whose way of writing numbers and dates is used. */
  locale: string;
  /** IANA name of the zone in which a day begins and ends where nobody names another. */
  timeZone: string;
}

/** The region of a site without settings. */
export const DEFAULT_REGION: Region = { currency: 'USD', locale: 'en-US', timeZone: 'UTC' };

const NAMES = ['currency', 'locale', 'timeZone'] as const;

/** The property of components that write dates; left out for the default region. */
export const regionProps = (region: Region): { region?: Region } =>
  NAMES.every((name) => region[name] === DEFAULT_REGION[name]) ? {} : { region };

/**
 * The language tag of pages. The interface is always English, but the content is in the site's language, so pages of a site with another locale
 * name that; the default is shortened to `en`.
 */
export const htmlLang = ({ locale }: Pick<Region, 'locale'>): string => (locale === DEFAULT_REGION.locale ? 'en' : locale);
