/** The small script of every page; islands and dialogs bring React only when somebody uses them. */
import { saveTheme } from '../features/accounts/save-theme.ts';
import { startAccounts } from '../features/accounts/page-start.ts';
import { performPending } from '../features/accounts/require-member.ts';
import { startComments } from '../features/comments/page-start.ts';
import { watchCopyButtons } from '../features/deals/copy-code.ts';
import { watchPictures } from '../features/deals/picture-fallback.ts';
import { watchShareButtons } from '../features/deals/share.ts';
import { startSearchBox } from '../features/search/box/page-start.ts';
import { watchNavigation } from '../features/shell/loading-bar.ts';
import { prefetchLinks } from '../features/shell/prefetch.ts';
import { watchThemeButton } from '../features/shell/theme.ts';
import { showTimesAgo } from '../features/shell/times.ts';
import { startLiveVotes } from '../features/votes/start-live.ts';

showTimesAgo();
watchThemeButton(saveTheme);
watchPictures();
watchCopyButtons();
watchShareButtons();
watchNavigation();
prefetchLinks();
startAccounts();
startLiveVotes();
startComments();
startSearchBox();
performPending(() => import('./pending-handlers.ts'));
