import { hydrateWhen } from '../../ui/hydrate-when.ts';
import { newAlertPage } from './address.ts';
import { $alertSubject } from './store.ts';

/** The dialog comes when a button asks for it and `styled` has resolved, and where its script does not load, a page takes its place. */
export function startAlertDialog(styled: Promise<void>): void {
  hydrateWhen('AlertDialog', $alertSubject, styled, (subject) => subject && location.assign(newAlertPage(subject)));
}
