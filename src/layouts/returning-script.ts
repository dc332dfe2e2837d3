/** Shows what this browser has stored about hidden deals and visits, and where one was in a list; loaded only if it has stored something. */
import { markNewDeals } from '../features/activity/show-new.ts';
import { hideCards } from '../features/hidden-deals/hide-cards.ts';
import { showOpenedCard } from '../features/feeds/opened-card.ts';
import { observeCards } from '../features/tracking/impressions.ts';
import { POSTS_ADDED } from '../features/votes/vote.ts';

const show = () => {
  hideCards();
  markNewDeals();
};
show();
showOpenedCard();
document.addEventListener(POSTS_ADDED, () => {
  show();
  // The deals that the browser picks are shown before any interaction.
  observeCards();
});
