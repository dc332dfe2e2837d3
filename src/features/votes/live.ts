import { showChange, showCommentCount } from '../deals/show-change.ts';
import { showOfferChange } from '../offers/show-change.ts';
import { dealDetailsCall, type DealDetailsField } from '../deals/contracts/deal-details.ts';
import { ask, isStaticCopy } from './ask.ts';
import { applyServerVotes, knownForms, voteClock } from './store.ts';

/** More of them are not asked for (`getDeal.php`). */
const MOST_COMMENTS = 200;
const MOST_OFFERS = 100;

/** Refreshes at once, once refreshing has begun. */
let refreshNow: (() => void) | undefined;

/** Brings the counts, prices and offers of the page up to date, now and every so often while somebody looks. */
export function refreshCounts(everyMs: number): void {
  if (refreshNow) return refreshNow();
  let refreshed = -everyMs;
  let timer: number | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible' && !isStaticCopy())
      timer = window.setTimeout(refresh, refreshed + everyMs - performance.now());
  };
  const refresh = () => {
    refreshed = performance.now();
    void showCounts().then(wait);
  };
  refreshNow = () => {
    refreshed = -everyMs;
    wait();
  };
  document.addEventListener('visibilitychange', wait);
  // The browser shows a page of its history as it was left, and its posts may have been voted on elsewhere since.
  addEventListener('pageshow', ({ persisted }) => persisted && refreshNow?.());
  wait();
}

type Field = [name: DealDetailsField, value: string | number];

async function showCounts(): Promise<void> {
  const forms = knownForms();
  const since = voteClock();
  const threads = new Set(forms.flatMap(({ threadid }) => threadid ?? []));
  const comments = forms.filter(({ threadid }) => threadid === undefined).slice(0, MOST_COMMENTS);
  const offers = new Set([...document.querySelectorAll<HTMLElement>('[data-offer]')].map(({ dataset }) => dataset['offer'] ?? ''));
  const fields: Field[] = [
    ['format', 'counts'],
    ...[...threads].map((id): Field => ['fpdealids[]', id]),
    ...comments.map(({ postid }): Field => ['postids[]', postid]),
    ...[...offers].slice(0, MOST_OFFERS).map((id): Field => ['offerids[]', id]),
  ];
  const details = await ask(dealDetailsCall, fields);
  if (!details) return;
  for (const { form, threadid, postid } of forms) {
    const deal = threadid === undefined ? undefined : details.dealDetails[threadid];
    const score = deal ? deal.score : details.postScores?.[postid];
    if (score !== undefined) applyServerVotes(postid, { score }, since);
    if (!deal) continue;
    const shown = form.closest('.deal-card, .deal');
    if (!shown) continue;
    showCommentCount(shown, deal.commentCount);
    showChange(shown, deal);
    const { finalPriceText } = deal;
    if (finalPriceText === undefined || !shown.matches('.deal')) continue;
    void import('../deals/show-history.ts').then(({ showHistory }) => showHistory(finalPriceText));
  }
  for (const offer of document.querySelectorAll<HTMLElement>('[data-offer]')) {
    const state = details.offers?.[offer.dataset['offer'] ?? ''];
    if (state) showOfferChange(offer, state);
  }
}
