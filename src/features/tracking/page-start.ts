import { readPairs, writePair } from '../shell/cookies.ts';
import { attributionIn } from '../../lib/attribution-query.ts';
import { mayBeTracked, TRACKING_ALLOWED } from './consent-here.ts';
import { VISITOR_ID } from '../shell/consent.ts';
import { queueEvent, startFlushing } from './event-queue.ts';
import { isOwnAddress } from './own-address.ts';
import { cardFields, watchImpressions } from './impressions.ts';
import { watchOpens } from './opens.ts';
import { randomId } from './random-id.ts';

/** Counts this page and what is seen on it, where that may be done. */
export function startTracking(): void {
  if (!isOwnAddress()) return;
  if (mayBeTracked()) track();
  else addEventListener(TRACKING_ALLOWED, track, { once: true });
}

function track(): void {
  const path = location.pathname;
  if (!readPairs(document.cookie, 'sd_p').has(VISITOR_ID)) writePair('sd_p', VISITOR_ID, randomId());
  const query = new URLSearchParams(location.search);
  const attribution = attributionIn(query);
  const prior = readPairs(document.cookie, 'sd_s').get('eventId') ?? undefined;
  const id = randomId();
  const results = document.querySelector<HTMLElement>('[data-results]')?.dataset['results'];
  queueEvent({
    id,
    type: 'view',
    path,
    ...(prior && { prior }),
    ...(attribution && { attribution }),
    ...(results && { q: (query.get('q') ?? '').slice(0, 200), results: Number(results) }),
  });
  writePair('sd_s', 'eventId', id);
  watchImpressions((card) => queueEvent({ id: randomId(), type: 'impression', path, ...cardFields(card) }));
  if (document.querySelector('#ab-tests')) void import('./ab-variants.ts').then(({ showVariants }) => showVariants());
  watchOpens();
  startFlushing();
}
