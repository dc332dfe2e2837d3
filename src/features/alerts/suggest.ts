import { suggestsAlert } from '../activity/activity.ts';
import { storedActivity, noteAdded } from '../activity/stored-activity.ts';
import { visitOfPage } from '../activity/note-page.ts';
import { FILTER_PARAMS } from '../filters/applied-filters.ts';

/** Suggests an alert where somebody has come for the third time to the same category or search, once for each (spec §3). */
export async function suggestAlert(): Promise<void> {
  const visit = visitOfPage();
  const activity = storedActivity();
  const criteriaId = document.querySelector<HTMLElement>('[data-criteria-id]')?.dataset['criteriaId'];
  if (!visit || !activity || criteriaId === undefined || !suggestsAlert(activity, visit)) return;
  // The suggestion is for the whole category; on a filtered page it would promise something else.
  if (visit.kind === 'categories' && [...new URLSearchParams(location.search).keys()].some((name) => FILTER_PARAMS.includes(name))) return;
  const { showSuggestion } = await import('./show-suggestion.ts');
  // It is shown once, even to those who ignore it.
  noteAdded(visit);
  showSuggestion(visit, criteriaId);
}
