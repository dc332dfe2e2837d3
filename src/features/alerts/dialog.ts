import { hydrateWhen } from '../../ui/hydrate-when.ts';
import { newAlertPage } from './address.ts';
import { $alertSubject } from './store.ts';

/** The dialog comes when a button asks for it, and where it does not load a page takes its place. */
export function startAlertDialog(): void {
  hydrateWhen('AlertDialog', $alertSubject, (subject) => subject && location.assign(newAlertPage(subject)));
}
