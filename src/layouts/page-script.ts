/** The small script of every page; islands bring React only when somebody uses them. */
import { watchCopyButtons } from '../features/deals/copy-code.ts';
import { watchPictures } from '../features/deals/picture-fallback.ts';
import { watchShareButtons } from '../features/deals/share.ts';
import { watchNavigation } from '../features/shell/loading-bar.ts';
import { prefetchLinks } from '../features/shell/prefetch.ts';
import { watchThemeButton } from '../features/shell/theme.ts';
import { tellTimesAgo } from '../features/shell/times.ts';

tellTimesAgo();
watchThemeButton();
watchPictures();
watchCopyButtons();
watchShareButtons();
watchNavigation();
prefetchLinks();
