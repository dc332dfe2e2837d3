import { createRoot } from 'react-dom/client';
import { ReportDialog } from './ReportDialog.tsx';
import { openReport, type Reportable } from './store.ts';

let mounted = false;

/** Opens the dialog; what shows it is put into the page the first time. */
export function showReport(post: Reportable): void {
  openReport(post);
  if (mounted) return;
  mounted = true;
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(<ReportDialog />);
}
