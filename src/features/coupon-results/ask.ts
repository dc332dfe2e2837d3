import { queuePopups } from '../accounts/popups/store.ts';
import { requireMember } from '../accounts/require-member.ts';
import { isFault, postForm } from '../session/calls.ts';
import { DO_LOG_IN, UNVERIFIED_EMAIL } from '../session/contracts/participation.ts';
import { couponResultCall, MESSAGES, type CouponResultAnswer } from './contracts/coupon-result.ts';
import { couponOf, makeForm } from './form.ts';
import { clearTriedCoupon, storeTriedCoupon, noteCopied, triedCoupon, type Coupon } from './tried-coupon.ts';
import { evidenceText, type CouponEvidence } from '../../lib/coupon-evidence.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { timeAgo } from '../../lib/time-ago.ts';

const FORM = 'form[data-coupon]';
const ASKED = 'coupon-result--asked';
/** How long the thanks for an answer about a card's coupon are shown. */
const THANKS_MS = 4000;

/** The form about a card's coupon, while it is shown, and the element that had the focus before. */
let ofCard: { form: HTMLFormElement; before: Element | null } | undefined;
let isWatching = false;

/** Asks visitors who return from the store whether the code worked, and sends the answers. */
export function watchCouponResults(): void {
  if (isWatching) return;
  isWatching = true;
  const own = document.querySelector<HTMLFormElement>(FORM);
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (own && target.closest('a[href^="/click"]')) {
      storeTriedCoupon(couponOf(own));
      noteCopied(undefined);
    }
    const asking = target.closest('[data-later]')?.closest<HTMLFormElement>(FORM);
    if (asking) putBack(asking);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target instanceof Element ? event.target.closest<HTMLFormElement>(FORM) : null;
    if (!form) return;
    event.preventDefault();
    void answer(form, event.submitter?.getAttribute('value') === '1' ? '1' : '0');
  });
  document.addEventListener('visibilitychange', ask);
  addEventListener('pageshow', ask);
  addEventListener('keydown', ({ key }) => {
    const asking = key === 'Escape' && document.querySelector<HTMLFormElement>(`.${ASKED}`);
    if (asking) putBack(asking);
  });
  ask();
}

function ask(): void {
  const coupon = document.visibilityState === 'visible' ? triedCoupon() : undefined;
  if (!coupon) return;
  const form = formOf(coupon);
  // Whoever has been asked and did something else since keeps the focus there.
  if (form.classList.contains(ASKED)) return;
  form.classList.add(ASKED);
  form.querySelector<HTMLElement>('.coupon-result__question')?.focus({ preventScroll: true });
}

/** The form that asks about a coupon: the page's own, or one that is added to the page. */
function formOf(coupon: Coupon): HTMLFormElement {
  const there = [...document.querySelectorAll<HTMLFormElement>(FORM)].find((form) => couponOf(form).about === coupon.about);
  if (there) return there;
  if (ofCard) putBack(ofCard.form);
  ofCard = { form: makeForm(coupon), before: document.activeElement };
  document.body.append(ofCard.form);
  return ofCard.form;
}

/** Gives the answer that a guest pressed before signing in. */
export function answerFor(coupon: Coupon, worked: string): void {
  watchCouponResults();
  const form = formOf(coupon);
  if (form === ofCard?.form) form.classList.add(ASKED);
  form.querySelector<HTMLButtonElement>(`button[value="${worked}"]`)?.click();
}

function putBack(form: HTMLFormElement): void {
  forgetCoupon(form);
  form.classList.remove(ASKED);
  if (form !== ofCard?.form) return;
  returnFocus();
  form.remove();
  ofCard = undefined;
}

/** Forgets that a form's coupon was tried, but not another one that was tried since. */
function forgetCoupon(form: HTMLFormElement): void {
  if (triedCoupon()?.about === couponOf(form).about) clearTriedCoupon();
}

/** Gives the focus back to what had it before a card's coupon was asked about. */
function returnFocus(): void {
  const { form, before } = ofCard ?? {};
  if (form?.contains(document.activeElement) && before instanceof HTMLElement) before.focus({ preventScroll: true });
}

async function answer(form: HTMLFormElement, worked: '1' | '0'): Promise<void> {
  const sent = { ...couponOf(form), worked } as const;
  const answered = await postForm(couponResultCall, sent);
  if (form !== ofCard?.form) putBack(form);
  show(form, isFault(answered) ? { error: answered.isTooOften ? MESSAGES.tooFast : MESSAGES.failed } : answered, sent);
}

function show(form: HTMLFormElement, answered: CouponResultAnswer, sent: Coupon & { worked: string }): void {
  const message = form.querySelector('[data-message]');
  if (!message) return;
  if ('error' in answered) {
    const isOfMembers = answered.error === DO_LOG_IN || answered.error === UNVERIFIED_EMAIL;
    if (isOfMembers) putBack(form);
    if (answered.error === DO_LOG_IN) requireMember({ kind: 'coupon-result', ...sent });
    else if (answered.error === UNVERIFIED_EMAIL) queuePopups(['drawer']);
    else message.textContent = answered.error;
    return;
  }
  message.textContent = answered.counts ? MESSAGES.thanks : MESSAGES.later;
  if (form === ofCard?.form) thank(form);
  const evidence = form.querySelector<HTMLElement>('[data-evidence]');
  if (evidence) {
    evidence.hidden = !answered.evidence;
    evidence.textContent = answered.evidence && evidenceWithTime(answered.evidence);
  }
  for (const button of form.querySelectorAll('button[name="worked"]'))
    button.setAttribute('aria-pressed', String(button.getAttribute('value') === sent.worked));
}

function evidenceWithTime(evidence: CouponEvidence): string {
  const last = evidence.lastWorkedAt;
  const ago = last && timeAgo(new Date(last), serverNow());
  return evidenceText(evidence) + (ago ? `, last ${ago}` : '');
}

/** Shows the thanks for a moment, and then removes the form about a card's coupon. */
function thank(form: HTMLFormElement): void {
  forgetCoupon(form);
  returnFocus();
  for (const asked of form.querySelectorAll('.coupon-result__question, .coupon-result__answers')) asked.remove();
  setTimeout(() => putBack(form), THANKS_MS);
}
