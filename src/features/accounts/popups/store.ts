import { atom } from 'nanostores';
import type { Popup } from '../after-load.ts';

/** Popups that wait, the one that shows first. */
export const $popups = atom<Popup[]>([]);
/** Address that a verification mail went to, where this page knows it. */
export const $address = atom<string | undefined>(undefined);
/** Text of the error modal; null while there is none. */
export const $error = atom<string | null>(null);

/** Both say that the address is not verified yet; one is enough. */
const areEquivalent = (popup: Popup, other: Popup) =>
  popup === other || [popup, other].every((one) => one === 'verify' || one === 'drawer');

/** Shows popups one after the other, behind those that wait. @param email address that a verification mail went to */
export function queuePopups(popups: Popup[], email?: string): void {
  const queue = [...$popups.get()];
  for (const popup of popups) if (!queue.some((waiting) => areEquivalent(waiting, popup))) queue.push(popup);
  $address.set(email ?? $address.get());
  $popups.set(queue);
}

/** Closes a popup; the next one shows. */
export function closePopup(popup: Popup): void {
  const [shown, ...rest] = $popups.get();
  if (shown === popup) $popups.set(rest);
}

export const showError = (message: string) => $error.set(message);
export const closeError = () => $error.set(null);
