import { browserObjects } from '../shell/consent.ts';
import { searchId, type Visit } from './activity.ts';
import { clearActivity, noteUse, noteVisit } from './stored-activity.ts';

/**
 * Stores the visit in the browser, with the category or search of the page; if the browser objects to tracking, stored activity is deleted.
 */
export function notePage(): void {
  if (browserObjects()) clearActivity();
  noteUse();
  const visit = visitOfPage();
  if (visit) noteVisit(visit);
}

/** The category or search of this page; undefined for any other page. */
export function visitOfPage(): Visit | undefined {
  const { dataset } = document.querySelector<HTMLElement>('[data-category]') ?? {};
  const [, slug] = /^\/category\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  if (slug && dataset?.['category']) return { kind: 'categories', id: slug, title: dataset['category'] };
  const words = /^\/search\/?$/.test(location.pathname) ? searchId(new URLSearchParams(location.search).get('q') ?? '') : '';
  return words === '' ? undefined : { kind: 'searches', id: words };
}
