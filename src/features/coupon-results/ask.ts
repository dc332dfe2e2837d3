import { queuePopups } from '../accounts/popups/store.ts';
import { requireMember } from '../accounts/require-member.ts';
import { isFault, postForm } from '../session/calls.ts';
import { DO_LOG_IN, UNVERIFIED_EMAIL } from '../session/contracts/participation.ts';
import { couponResultCall, MESSAGES, type CouponResultAnswer } from './contracts/coupon-result.ts';
import { evidenceText } from '../../lib/coupon-evidence.ts';
import { timeAgo } from '../../lib/time-ago.ts';

/** That somebody has gone to the store with the code of this page. */
const WENT = 'went-with-code:';
const ASKED = 'coupon-result--asked';

/** Asks whoever comes back from the store whether the code worked, and sends the answers. */
export function watchCouponResults(): void {
  const form = document.querySelector<HTMLFormElement>('[data-coupon]');
  if (!form) return;
  const key = WENT + location.pathname;
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('a[href^="/click"]')) sessionStorage.setItem(key, '1');
    if (target.closest('[data-later]')) putBack(form, key);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void answer(form, event.submitter?.getAttribute('value') === '1' ? '1' : '0', key);
  });
  const ask = () => {
    if (document.visibilityState !== 'visible' || sessionStorage.getItem(key) === null) return;
    form.classList.add(ASKED);
    form.querySelector<HTMLElement>('.coupon-result__question')?.focus({ preventScroll: true });
  };
  document.addEventListener('visibilitychange', ask);
  addEventListener('pageshow', ask);
  addEventListener('keydown', ({ key: pressed }) => pressed === 'Escape' && form.classList.contains(ASKED) && putBack(form, key));
  ask();
}

function putBack(form: HTMLElement, key: string): void {
  sessionStorage.removeItem(key);
  form.classList.remove(ASKED);
}

async function answer(form: HTMLFormElement, worked: '1' | '0', key: string): Promise<void> {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';
  const sent = { about: field('about'), code: field('code'), worked } as const;
  const answered = await postForm(couponResultCall, sent);
  putBack(form, key);
  show(form, isFault(answered) ? { error: answered.isTooOften ? MESSAGES.tooFast : MESSAGES.failed } : answered, sent);
}

function show(form: HTMLElement, answered: CouponResultAnswer, sent: { about: string; worked: string }): void {
  const message = form.querySelector('[data-message]');
  if (!message) return;
  if ('error' in answered) {
    if (answered.error === DO_LOG_IN) requireMember({ kind: 'coupon-result', worked: sent.worked });
    else if (answered.error === UNVERIFIED_EMAIL) queuePopups(['drawer']);
    else message.textContent = answered.error;
    return;
  }
  message.textContent = answered.counts ? MESSAGES.thanks : MESSAGES.later;
  const last = answered.evidence?.lastWorkedAt;
  const ago = last && timeAgo(new Date(last), new Date());
  const evidence = form.querySelector('[data-evidence]');
  if (evidence) evidence.textContent = evidenceText(answered.evidence) + (ago ? `, last ${ago}` : '');
  for (const button of form.querySelectorAll('button[name="worked"]'))
    button.setAttribute('aria-pressed', String(button.getAttribute('value') === sent.worked));
}
