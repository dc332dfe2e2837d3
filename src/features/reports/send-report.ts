import { queuePopups } from '../accounts/popups/store.ts';
import { requireMember } from '../accounts/require-member.ts';
import { DO_LOG_IN, UNVERIFIED_EMAIL } from '../session/contracts/participation.ts';
import { sendReport } from './client.ts';
import type { Reason } from './report.ts';
import { closeReport, type Reportable } from './store.ts';

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
  else queuePopups(['drawer']);
  return undefined;
}
