import type { GuardedContract } from '../../lib/call.ts';
import { mayBeOld } from '../../lib/page-age.ts';
import { showChange, showCommentCount } from '../deals/show-change.ts';
import { request } from '../../ui/request.ts';
import { RequestError } from '../../ui/request-error.ts';
import { showOfferChange } from '../offers/show-change.ts';
import { dealDetailsCall, type DealDetailsField } from '../deals/contracts/deal-details.ts';
import { mayBeMember } from '../session/signed-in.ts';
import { ownVotesCall, type OwnVotesField } from './contracts/own-votes.ts';
import { voteForms, type VoteForm } from './forms.ts';
import { applyServerVotes, votesOn, voteClock } from './store.ts';
import { POSTS_ADDED } from './vote.ts';

/** More of them are not asked for (`getDeal.php`). */
const MOST_COMMENTS = 200;
const MOST_OFFERS = 100;
/** What a server answers that has a copy of the pages and takes no calls. */
const STATIC_SERVER_STATUSES = [404, 405, 501];
let isCopy = false;

/** Shows the member's own votes, and keeps the counts up to date while somebody looks. */
export function watchVotes(everyMs: number): void {
  if (mayBeMember()) {
    const requested = new Set<number>();
    const show = () => void showOwnVotes(requested);
    document.addEventListener(POSTS_ADDED, show);
    whenKeptPageShows(() => {
      requested.clear();
      show();
    });
    show();
  }
  refreshCounts(everyMs);
}

/** Loads the member's votes on all posts of the page in one call, except those that were requested before. */
async function showOwnVotes(requested: Set<number>): Promise<void> {
  const forms = known().filter(({ postid }) => !requested.has(postid));
  for (const { postid } of forms) requested.add(postid);
  if (forms.length === 0) return;
  const fields = forms.map(({ postid, threadid }): Field<OwnVotesField> =>
    threadid === undefined ? ['pi[]', postid] : ['ti[]', threadid],
  );
  const since = voteClock();
  const votes = await ask(ownVotesCall, fields);
  if (votes) for (const { postid, threadid } of forms) applyServerVotes(postid, { vote: votes[threadid ?? postid] ?? 'neutral' }, since);
}

/** Counts are true when the page comes, unless it may be old, and are asked for again when they are older than that and somebody looks. */
function refreshCounts(everyMs: number): void {
  let refreshed = mayBeOld() ? -everyMs : 0;
  let timer: number | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible' && !isCopy) timer = window.setTimeout(refresh, refreshed + everyMs - performance.now());
  };
  const refresh = () => {
    refreshed = performance.now();
    void showCounts().then(wait);
  };
  document.addEventListener('visibilitychange', wait);
  whenKeptPageShows(() => {
    refreshed = -everyMs;
    wait();
  });
  wait();
}

/** The browser shows a page of its history as it was left, and its posts may have been voted on elsewhere since. */
const whenKeptPageShows = (act: () => void) => addEventListener('pageshow', ({ persisted }) => persisted && act());

async function showCounts(): Promise<void> {
  const forms = known();
  const since = voteClock();
  const threads = new Set(forms.flatMap(({ threadid }) => threadid ?? []));
  const comments = forms.filter(({ threadid }) => threadid === undefined).slice(0, MOST_COMMENTS);
  const offers = new Set([...document.querySelectorAll<HTMLElement>('[data-offer]')].map(({ dataset }) => dataset['offer'] ?? ''));
  const fields: Field<DealDetailsField>[] = [
    ['format', 'counts'],
    ...[...threads].map((id): Field<DealDetailsField> => ['fpdealids[]', id]),
    ...comments.map(({ postid }): Field<DealDetailsField> => ['postids[]', postid]),
    ...[...offers].slice(0, MOST_OFFERS).map((id): Field<DealDetailsField> => ['offerids[]', id]),
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

/** Forms of the page whose posts the store knows as the page shows them. */
function known(): VoteForm[] {
  const forms = voteForms();
  for (const { postid, score } of forms) votesOn(postid, score);
  return forms;
}

type Field<Name extends string> = [name: Name, value: string | number];

/** @returns undefined when it fails, which leaves the page as it is (spec §8) */
async function ask<Answer extends object>(
  { address, isAnswer }: GuardedContract<Answer>,
  fields: Field<string>[],
): Promise<Answer | undefined> {
  try {
    const body = new URLSearchParams(fields.map((pair) => pair.map(String)));
    const json = await request(address, { body, isRepeatable: true });
    isCopy = false;
    if (!isAnswer(json)) throw new Error(`${address} answers otherwise than its contract says`);
    return json;
  } catch (error) {
    isCopy = error instanceof RequestError && STATIC_SERVER_STATUSES.includes(error.status);
    if (isCopy) return undefined;
    console.warn('Votes could not be brought up to date', error);
    return undefined;
  }
}
