import type { Page } from '@playwright/test';
import type { SuggestedDeal, SuggestedLink, Suggestion, SuggestionsAnswer } from '../../src/features/search/contracts/suggestions.ts';

/** Results of every kind for "so", and of both groups. */
export const SO: Suggestion[] = [
  { phrase: 'sony headphones', query_intent: 'keyword', group: 'trending' },
  { phrase: 'soundbar', query_intent: 'keyword', group: 'suggested' },
  { phrase: 'Northgable', query_intent: 'store_name', tag_id: 3, group: 'suggested' },
  { phrase: 'Sony', query_intent: 'brand_name', tag_id: 4, group: 'suggested' },
  { phrase: 'Sofas', query_intent: 'category_name', tag_id: 9, group: 'suggested' },
  {
    ...{ phrase: 'solomon', username: 'solomon', query_intent: 'user', userid: 1, group: 'suggested' },
    ...{ avatar: '/profile/avatar/s-3.svg', reputation: 12_345 },
  },
];

/** What is asked for without a text. */
const TRENDING = SO.slice(0, 1);

/** Deals whose titles go on as "so" does. */
export const SO_DEALS: SuggestedDeal[] = [
  {
    title: 'Soundbar with a long name that says all that anybody could ever want to know of it, and more',
    path: '/popular',
    priceText: '$1,299.99',
    picture: '/pictures/monitor.svg',
  },
  { title: 'Sofa', path: '/f/2-sofa', priceText: 'free', picture: null },
];

/** Where to look around. */
export const LINKS: SuggestedLink[] = [
  { kind: 'collection', title: 'Under $25', path: '/browse/under-25' },
  { kind: 'category', title: 'Monitors', path: '/category/monitors' },
];

type Answer = Suggestion[] | SuggestionsAnswer;

/**
 * Has suggestions answered by the test, for what cannot be had of the site: known, slow, late or failing ones.
 * @param answer gives the results, or all that is answered; a failure is the server's
 * @returns what was asked for, in turn
 */
export async function suggest(page: Page, answer: (typed: string) => Answer | Promise<Answer> = forSo): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/web-api/search/autocomplete/**', async (route) => {
    const typed = new URL(route.request().url()).searchParams.get('searchTerm')!;
    asked.push(typed);
    try {
      const answered = await answer(typed);
      await route.fulfill({ json: Array.isArray(answered) ? { results: answered } : answered });
    } catch {
      await route.abort().catch(() => undefined);
    }
  });
  return asked;
}

const forSo = (typed: string) => (typed === '' ? TRENDING : SO);

/** Address of what the page loads when somebody uses the box. */
export const SCRIPT = /\/_astro\/SearchBox\.[^/]+\.js/;

/** Addresses of every script but the theme's, which holds a page back until it comes. */
export const EVERY_SCRIPT = /\/_astro\/(?!theme-first).+\.js$/;

/** Keeps scripts back until the function that it gives is called. */
export async function holdScripts(page: Page, scripts: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<undefined>();
  await page.route(scripts, async (route) => {
    await gate.promise;
    await route.continue().catch(() => undefined);
  });
  return () => gate.resolve(undefined);
}

/** The text of the box, once the page's script knows it. */
export const searchText = (page: Page) => page.getByRole('combobox', { name: 'Search' });
export const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
export const option = (page: Page, name: string | RegExp) => suggestions(page).getByRole('option', { name });

/** What the visitor searched for before, the newest first. */
export const searchedBefore = (page: Page, ...searches: string[]) =>
  page.addInitScript((kept) => {
    if (!sessionStorage.getItem('has-searched')) localStorage.setItem('recent-searches', kept);
    sessionStorage.setItem('has-searched', 'yes');
  }, JSON.stringify(searches));
