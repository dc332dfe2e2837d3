import { searchId } from './activity.ts';
import { noteVisit } from './kept-activity.ts';

/** Notes in the browser that this category or search was looked at. */
export function notePage(): void {
  const { dataset } = document.querySelector<HTMLElement>('[data-category]') ?? {};
  const [, slug] = /^\/category\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  if (slug && dataset?.['category']) noteVisit({ kind: 'categories', id: slug, title: dataset['category'] });
  if (/^\/search\/?$/.test(location.pathname))
    noteVisit({ kind: 'searches', id: searchId(new URLSearchParams(location.search).get('q') ?? '') });
}
