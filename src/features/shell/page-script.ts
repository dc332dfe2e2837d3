/** The small script of every page; islands bring React only when somebody uses them. */
import { watchCopyButtons } from '../deals/copy-code.ts';
import { watchPictures } from '../deals/picture-fallback.ts';
import { watchShareButtons } from '../deals/share.ts';
import { watchNavigation } from './loading-bar.ts';
import { prefetchLinks } from './prefetch.ts';
import { watchThemeButton } from './theme.ts';
import { tellTimesAgo } from './times.ts';

tellTimesAgo();
watchThemeButton();
watchPictures();
watchCopyButtons();
watchShareButtons();
watchNavigation();
prefetchLinks();
