import { mountOnce } from '../../ui/mount-once.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { openReport, type Reportable } from './store.ts';

/** Opens the dialog; what shows it is put into the page the first time. */
export function showReport(post: Reportable): void {
  openReport(post);
  mountOnce(ReportDialog);
}
