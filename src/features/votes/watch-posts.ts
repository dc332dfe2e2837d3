import { POSTS_ADDED } from './vote.ts';

/**
 * Shows something about the posts of the page: now, when posts are added, and anew when somebody comes back to the page, from another tab or through
 * the history: it may have changed meanwhile.
 * @param show gets the ids that it has shown before, and adds those that it shows
 * @param startAnew called before that, when somebody comes back
 */
export function watchPosts(show: (shown: Set<number>) => Promise<void>, startAnew?: () => void): void {
  const shown = new Set<number>();
  const showMissing = () => void show(shown);
  document.addEventListener(POSTS_ADDED, showMissing);
  const showAnew = () => {
    shown.clear();
    startAnew?.();
    showMissing();
  };
  addEventListener('pageshow', ({ persisted }) => persisted && showAnew());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && showAnew());
  showMissing();
}
