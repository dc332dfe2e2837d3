import { readPairs, writePair } from '../shell/cookies.ts';
import { watchCookies } from '../shell/watch-cookies.ts';
import { mayBeTracked, TRACKING_ALLOWED } from './consent-here.ts';
import { TRACKING_CHOICE } from '../shell/consent.ts';

/** Makes the buttons of the question answer it. */
export function watchTrackingQuestion(): void {
  addEventListener('click', ({ target }) => {
    const choice = target instanceof Element && target.closest<HTMLElement>('[data-consent]')?.dataset['consent'];
    if (!choice) return;
    writePair('sd_p', TRACKING_CHOICE, choice);
    document.documentElement.classList.remove('asks-tracking');
    document.querySelector<HTMLElement>('#content')?.focus();
    if (mayBeTracked()) dispatchEvent(new Event(TRACKING_ALLOWED));
  });
  // Answered in another tab.
  watchCookies(() => {
    if (readPairs(document.cookie, 'sd_p').has(TRACKING_CHOICE)) document.documentElement.classList.remove('asks-tracking');
  });
}
