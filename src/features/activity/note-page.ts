import { browserObjects } from '../shell/consent.ts';
import { searchId, type Visit } from './activity.ts';
import { forgetActivity, noteUse, noteVisit } from './stored-activity.ts';

/** Notes in the browser that somebody is here, and which category or search they look at; where it asks that nobody is tracked, what it kept goes. */
export function notePage(): void {
  if (browserObjects()) forgetActivity();
  noteUse();
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
