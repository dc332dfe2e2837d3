/** The dialogs of every page, which hydrate once they have something to show; loaded by whatever may open one. */
import { startAccountDialogs } from '../features/accounts/dialogs.ts';
import { startAlertDialog } from '../features/alerts/dialog.ts';
import { startReportDialog } from '../features/reports/dialog.ts';
import { loadStylesheet } from '../ui/load-stylesheet.ts';
import styles from './dialogs.scss?url';

/** Resolves once dialogs can be shown as they should look. */
export const dialogsStyled = loadStylesheet(styles);
startAccountDialogs(dialogsStyled);
startReportDialog(dialogsStyled);
startAlertDialog(dialogsStyled);
