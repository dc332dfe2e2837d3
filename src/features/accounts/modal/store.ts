import { atom } from 'nanostores';
import { clearPending } from '../pending-action.ts';

export type View = 'sign-up' | 'log-in' | 'reset' | 'deal-alert' | 'connect';

/** How the modal was opened, and what it shows now. */
export interface Opened {
  view: View;
  /** What brought it up, as the calls name it. */
  actionSource: string;
  /** Shown above the forms: why it opened, where nobody opened it. */
  reason?: string;
  /** False where signing up is offered alone, without tabs. */
  logIn?: boolean;
  /** Address that a deal alert was asked for with. */
  email?: string | undefined;
  criteriaId?: string | undefined;
  /** Of a reset link; leads to the final step. */
  hash?: string | undefined;
  /** What the page says is wrong with that link. */
  fault?: string | undefined;
}

/** The open modal; null when it is closed. */
export const $opened = atom<Opened | null>(null);

export const openModal = (opened: Opened) => $opened.set(opened);

export function closeModal(): void {
  $opened.set(null);
  clearPending();
}

/** Shows another part of the open modal; a reset link has served then. */
export function showView(view: View): void {
  const opened = $opened.get();
  if (opened) $opened.set({ ...opened, view, hash: undefined });
}

export const actionSource = () => $opened.get()?.actionSource ?? 'header';
