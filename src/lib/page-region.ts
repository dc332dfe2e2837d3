import { DEFAULT_REGION, type Region } from './region.ts';

/** How the page that is shown writes counts and dates, for scripts of it. */
export function pageRegion(): Pick<Region, 'locale' | 'timeZone'> {
  const { lang, dataset } = document.documentElement;
  return { locale: lang || DEFAULT_REGION.locale, timeZone: dataset['timeZone'] ?? DEFAULT_REGION.timeZone };
}
