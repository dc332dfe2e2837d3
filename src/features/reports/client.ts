import { isFault, postForm } from '../session/calls.ts';
import { reportCall, type ReportAnswer } from './contracts/report.ts';
import type { Reason } from './report.ts';

/** Sends a report. Whatever goes wrong on the way comes back as an error to show. */
export async function sendReport(postid: number, reason: Reason, comment: string): Promise<ReportAnswer> {
  const answer = await postForm(reportCall, { postid: String(postid), reason, comment });
  return isFault(answer) ? { error: answer.fault } : answer;
}
