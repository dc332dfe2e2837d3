/** The small script of every page; islands bring React only when somebody uses them. */
import { startAccounts } from '../features/accounts/page-start.ts';
import { performPending } from '../features/accounts/perform-pending.ts';
import { startPersonal } from '../features/activity/start.ts';
import { startComments } from '../features/comments/page-start.ts';
import { watchPictures } from '../features/deals/picture-fallback.ts';
import { watchErrors } from '../features/error-reports/page-start.ts';
import { startSaved } from '../features/saved/start.ts';
import { startSearchBox } from '../features/search/box/page-start.ts';
import { watchClosed } from '../features/shell/closable.ts';
import { noteNavigations } from '../features/shell/navigations.ts';
import { showBanner } from '../features/shell/show-banner.ts';
import { showTheme } from '../features/shell/theme.ts';
import { showTimesAgo } from '../features/shell/times.ts';
import { startTracking } from '../features/tracking/page-start.ts';
import { nameCardButtons } from '../features/votes/name-buttons.ts';
import { startLiveVotes } from '../features/votes/start-live.ts';
import { hasStored } from '../ui/has-stored.ts';
import { onFirstInteraction } from '../ui/first-interaction.ts';
import { warnOfHydrationErrors } from '../ui/hydration-errors.ts';
import { prefetchIslands } from '../ui/prefetch-islands.ts';

watchErrors();
const loadInteraction = () => import('./interaction-script.ts');

const banner = showBanner();
showTimesAgo();
showTheme();
watchClosed();
noteNavigations();
watchPictures();
prefetchIslands();
warnOfHydrationErrors();
const loadDialogs = () => import('./dialogs.ts');
startAccounts(() => loadDialogs().then(() => import('../features/accounts/dialogs.ts')));
startLiveVotes();
startSaved();
nameCardButtons(document);
startComments();
startSearchBox();
startTracking(banner);
startPersonal();
// A kept page watches the connection from the beginning.
if (document.querySelector('[data-kept]')) void loadInteraction();
void performPending(loadDialogs, () => import('./pending-handlers.ts'));
// Needed for hidden deals, and for the time of the last visit.
if (hasStored(/^(activity|hidden)/)) void import('./returning-script.ts');
onFirstInteraction(
  loadInteraction,
  ':is(.needs-script,[data-log-out],[data-save],[data-coupon],.saved__deal) button,:is(a,button).needs-script,[data-click-action],[data-copy],[data-sheet],[data-bell]',
);
