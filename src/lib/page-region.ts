import { DEFAULT_REGION, type Region } from './region.ts';

/** How the page that is shown writes prices, counts and dates, for scripts of it. */
export function pageRegion(): Region {
  const { lang, dataset } = document.documentElement;
  return {
    currency: dataset['currency'] ?? DEFAULT_REGION.currency,
    locale: lang || DEFAULT_REGION.locale,
    timeZone: dataset['timeZone'] ?? DEFAULT_REGION.timeZone,
  };
}
