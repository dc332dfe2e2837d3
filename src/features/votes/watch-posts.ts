import { POSTS_ADDED } from './vote.ts';

/**
 * Shows something about the posts of the page: now, when posts are added, and anew when the browser shows a page that it kept.
 * @param show gets the ids that it has shown before, and adds those that it shows
 * @param startAnew called before that, when the browser shows a kept page
 */
export function watchPosts(show: (shown: Set<number>) => Promise<void>, startAnew?: () => void): void {
  const shown = new Set<number>();
  const showMissing = () => void show(shown);
  document.addEventListener(POSTS_ADDED, showMissing);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    shown.clear();
    startAnew?.();
    showMissing();
  });
  showMissing();
}
