import { mountOnce } from '../../../ui/mount-once.tsx';
import type { Popup } from '../after-load.ts';
import { Popups } from './Popups.tsx';
import { queuePopups } from './store.ts';

/** Shows popups one after the other; what shows them is put into the page the first time. */
export function showPopups(popups: Popup[], email?: string): void {
  queuePopups(popups, email);
  mountOnce(Popups);
}
