/** What a page shows of what this browser keeps; loaded where it keeps something. */
import { markNewDeals } from '../features/activity/show-new.ts';
import { hideCards } from '../features/hidden-deals/hide-cards.ts';
import { observeCards } from '../features/tracking/impressions.ts';
import { POSTS_ADDED } from '../features/votes/vote.ts';

const show = () => {
  hideCards();
  markNewDeals();
};
show();
document.addEventListener(POSTS_ADDED, () => {
  show();
  // Those that the browser picks come before anybody touches the page.
  observeCards();
});
