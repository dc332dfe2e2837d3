import { atom } from 'nanostores';
import type { PostKind } from './report.ts';

/** A post as the button beside it knows it. */
export interface Reportable {
  postid: number;
  kind: PostKind;
  isExpired: boolean;
}

/** The post that the dialog is about; null while it is closed. */
export const $reportable = atom<Reportable | null>(null);

export const openReport = (post: Reportable) => $reportable.set(post);
export const closeReport = () => $reportable.set(null);
