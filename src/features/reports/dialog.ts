import { hydrateWhen } from '../../ui/hydrate-when.ts';
import { $reportable } from './store.ts';

/** The dialog comes when a button asks for it and `styled` has resolved, and where its script does not load, a page takes its place. */
export function startReportDialog(styled: Promise<void>): void {
  hydrateWhen('ReportDialog', $reportable, styled, (post) => location.assign(`/account/report?postid=${post?.postid}`));
}
