/** The part of every page's script that nobody needs before they touch the page; its import starts it (`onFirstInteraction`). */
import './dialogs.ts';
import { notePage } from '../features/activity/note-page.ts';
import { preparePersonal } from '../features/activity/start.ts';
import { suggestAlert } from '../features/alerts/suggest.ts';
import { saveTheme } from '../features/accounts/save-theme.ts';
import { watchLogOut } from '../features/accounts/log-out.ts';
import { watchSignInLinks } from '../features/accounts/sign-in-links.ts';
import { watchCopyButtons } from '../features/deals/copy-code.ts';
import { watchShareButtons } from '../features/deals/share.ts';
import { watchSaveButtons } from '../features/saved/save-buttons.ts';
import { watchCloseButtons } from '../features/shell/close-buttons.ts';
import { watchNavigation } from '../features/shell/loading-bar.ts';
import { prefetchLinks } from '../features/shell/prefetch.ts';
import { keepPages } from '../features/offline/keep-pages.ts';
import { watchThemeButton } from '../features/shell/theme-button.ts';
import { watchTrackingQuestion } from '../features/tracking/choose-tracking.ts';
import { addOrigins } from '../features/tracking/ways-out.ts';
import { setFunnelState, startFunnel } from '../features/tracking/funnel.ts';
import { $opened } from '../features/accounts/modal/store.ts';

watchThemeButton(saveTheme);
watchLogOut();
watchSignInLinks();
watchCopyButtons();
watchShareButtons();
watchCloseButtons();
watchSaveButtons();
watchNavigation();
prefetchLinks();
void keepPages();
notePage();
void suggestAlert();
watchTrackingQuestion();
addOrigins();
startFunnel();
$opened.listen((opened) => opened && setFunnelState('registration'));
// A click on its buttons waits for this script.
await preparePersonal();
