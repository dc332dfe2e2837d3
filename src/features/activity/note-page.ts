import { searchId, type Visit } from './activity.ts';
import { noteVisit } from './kept-activity.ts';

/** Notes in the browser that this category or search was looked at. */
export function notePage(): void {
  const visit = visitOfPage();
  if (visit) noteVisit(visit);
}

/** What this page lets somebody look at; undefined when it is no category and no search. */
export function visitOfPage(): Visit | undefined {
  const { dataset } = document.querySelector<HTMLElement>('[data-category]') ?? {};
  const [, slug] = /^\/category\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  if (slug && dataset?.['category']) return { kind: 'categories', id: slug, title: dataset['category'] };
  const words = /^\/search\/?$/.test(location.pathname) ? searchId(new URLSearchParams(location.search).get('q') ?? '') : '';
  return words === '' ? undefined : { kind: 'searches', id: words };
}
