/** What a page shows of what this browser keeps; loaded where it keeps something. */
import { hideCards } from '../features/hidden-deals/hide-cards.ts';
import { POSTS_ADDED } from '../features/votes/vote.ts';

hideCards();
document.addEventListener(POSTS_ADDED, hideCards);
