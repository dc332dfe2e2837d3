import { noteAdded } from '../activity/stored-activity.ts';
import { visitOfPage } from '../activity/note-page.ts';

/** Notes in the browser that nothing needs to be suggested for this category or search any more (spec §3, activity tracker). */
export function notePageAdded(): void {
  const visit = visitOfPage();
  if (visit) noteAdded(visit);
}
