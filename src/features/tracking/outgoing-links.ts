import { isRecord } from '../../lib/is-record.ts';
import { parseStored } from '../../lib/parse-stored.ts';
import { inStorage } from '../../ui/in-storage.ts';
import { POSTS_ADDED } from '../votes/vote.ts';
import { mayBeTracked, TRACKING_ALLOWED } from './consent-here.ts';
import { cardFields, observeCards } from './impressions.ts';
import { cardOf, OPENED, type Origin } from './opens.ts';

/**
 * Adds to links to stores where the deal was found: its list (`sn`) and its place in it (`lno`), and counts cards as seen, also those that come
 * after the page.
 */
export function watchOutgoingLinks(): void {
  const start = () => {
    addOrigins();
    observeCards();
  };
  start();
  document.addEventListener(POSTS_ADDED, start);
  addEventListener(TRACKING_ALLOWED, addOrigins);
}

function addOrigins(): void {
  if (!mayBeTracked()) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/click"]')) {
    const origin = originOf(link);
    if (!origin) continue;
    const address = new URL(link.href);
    address.searchParams.set('sn', origin.list);
    address.searchParams.set('lno', String(origin.position));
    link.href = address.pathname + address.search;
  }
}

function originOf(link: Element): Origin | undefined {
  const card = cardOf(link);
  const fields = card && cardFields(card);
  return fields ? { list: location.pathname, position: fields.position } : openedFrom();
}

const isOrigin = (json: unknown): json is Origin =>
  isRecord(json) && typeof json['list'] === 'string' && typeof json['position'] === 'number';

/** From where this page was opened. */
const openedFrom = () => inStorage(() => parseStored(sessionStorage.getItem(OPENED + location.pathname), isOrigin));
