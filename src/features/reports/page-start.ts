import { hydrateWhen } from '../../ui/hydrate-when.ts';
import { $reportable } from './store.ts';

/** What every page does about reports: the dialog comes when a button asks for it, and where it does not load a page takes its place. */
export function startReports(): void {
  hydrateWhen('ReportDialog', $reportable, (post) => location.assign(`/account/report?postid=${post?.postid}`));
}
