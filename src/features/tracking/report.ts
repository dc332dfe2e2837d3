import { DAYS_STORED } from './days-stored.ts';
import type { Share } from './interval.ts';

/** A report of visits for editors about the last days, including today so far. */
export interface Report {
  days: number;
  views: number;
  impressions: number;
  outclicks: number;
  /** Lists: how often cards of them were seen, opened, and led out to a store. */
  feeds: Clicks[];
  stores: Clicks[];
  /** Places in lists, from 1. */
  positions: Clicks[];
  /** Words without results, with how many visitors searched for them; of the last 90 days at most. */
  searchesWithoutResults: { words: string; visitors: number }[];
  /** What led visitors here (a campaign, another site, or `direct`), and how many visits began so; of the last 90 days at most. */
  entryPoints: { name: string; visits: number }[];
  /** Page views by kind of device; of the last 90 days at most. */
  devices: { name: string; views: number }[];
  /** Banners, by their `module` or heading: on how many pages they came, and how often they were followed; of the last 90 days at most. */
  banners: { name: string; shown: number; opens: number }[];
  /** Pages that visitors from partners saw first, and ways out on partners' pages; of the last 90 days at most. */
  partners: { name: string; views: number; outclicks: number }[];
  /** A/B tests: visitors who went out to a store, of those who saw a page. */
  tests: TestResult[];
}

export interface Clicks {
  name: string;
  impressions: number;
  opens: number;
  outclicks: number;
  /** The share of seen cards that were opened or led out to a store. */
  clickThrough: number | null;
}

export interface TestResult {
  name: string;
  variants: {
    name: string;
    isControl: boolean;
    visitors: number;
    outclickers: number;
    share: Share | null;
    /** The difference to all controls together; null for controls. */
    difference: Share | null;
  }[];
}

/** The longest periods of a report: of aggregated counts, and of what is computed from single events. */
export const MOST_DAYS = { counts: 3650, events: DAYS_STORED };
