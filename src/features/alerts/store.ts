import { atom } from 'nanostores';
import type { AlertSubject } from './subject.ts';

/** What the dialog makes an alert for; null while it is closed. */
export const $alertSubject = atom<AlertSubject | null>(null);

export const openAlert = (subject: AlertSubject) => $alertSubject.set(subject);
export const closeAlert = () => $alertSubject.set(null);
