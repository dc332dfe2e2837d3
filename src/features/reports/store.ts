import { atom } from 'nanostores';
import { openPopups } from '../accounts/open-popups.ts';
import { requireMember } from '../accounts/require-member.ts';
import { DO_LOG_IN, UNVERIFIED_EMAIL } from '../session/contracts/participation.ts';
import { sendReport } from './client.ts';
import type { PostKind, Reason } from './report.ts';

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

/**
 * Reports a post. Who has to sign up or verify an address first is led to that instead.
 * @returns what came of it; undefined when the dialog has made way for another one
 */
export async function report({ postid }: Reportable, reason: Reason, note: string): Promise<{ error: string } | 'sent' | undefined> {
  const answer = await sendReport(postid, reason, note);
  if (!('error' in answer)) return 'sent';
  if (answer.error !== DO_LOG_IN && answer.error !== UNVERIFIED_EMAIL) return answer;
  closeReport();
  if (answer.error === DO_LOG_IN) requireMember({ kind: 'report', postid });
  else void openPopups(['drawer']);
  return undefined;
}
