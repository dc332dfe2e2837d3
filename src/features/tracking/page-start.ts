import { readPairs, writePair } from '../shell/cookies.ts';
import { attributionIn } from '../../lib/attribution-query.ts';
import { eventText } from '../../lib/event-text.ts';
import { mayBeTracked, TRACKING_ALLOWED } from './consent-here.ts';
import { VISITOR_ID } from '../shell/consent.ts';
import { queueEvent, startFlushing } from './event-queue.ts';
import { hostOf, isOwnAddress } from './own-address.ts';
import { cardFields, watchImpressions } from './impressions.ts';
import { noteBanner, watchOpens } from './opens.ts';
import { randomId } from './random-id.ts';

declare global {
  // Missing in TypeScript's library.
  interface Document {
    /** Whether the browser has prerendered the page and does not show it yet. */
    readonly prerendering?: boolean;
  }
}

/**
 * Counts this page and what is seen on it, if the visitor may be counted; a prerendered page is counted once it is shown.
 * @param banner resolves when the page's banner is there
 */
export function startTracking(banner: Promise<void>): void {
  const start = () => track(banner);
  if (!isOwnAddress()) return;
  if (document.prerendering) document.addEventListener('prerenderingchange', () => startTracking(banner), { once: true });
  else if (mayBeTracked()) start();
  else addEventListener(TRACKING_ALLOWED, start, { once: true });
}

function track(banner: Promise<void>): void {
  if (!readPairs(document.cookie, 'sd_p').has(VISITOR_ID)) writePair('sd_p', VISITOR_ID, randomId());
  const query = new URLSearchParams(location.search);
  const attribution = attributionIn(query);
  const prior = readPairs(document.cookie, 'sd_s').get('eventId') || undefined;
  // Noted now for the funnel, whose script is loaded by the first interaction, which may be the click that leaves this page (funnel.ts).
  if (!prior) {
    writePair('sd_s', 'startPage', location.pathname);
    writePair('sd_s', 'entryPoint', attribution?.['utm_source'] ?? hostOf(document.referrer) ?? '');
  }
  const results = document.querySelector<HTMLElement>('[data-results]')?.dataset['results'];
  const id = queueEvent('view', {
    prior,
    attribution,
    ...(results && { q: eventText(query.get('q') ?? ''), results: Number(results) }),
  });
  writePair('sd_s', 'eventId', id);
  watchImpressions((card) => queueEvent('impression', cardFields(card)));
  if (document.querySelector('#ab-tests')) void import('./ab-variants.ts');
  watchOpens();
  void banner.then(() => noteBanner('banner'));
  startFlushing();
}
