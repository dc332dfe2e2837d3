import { isFault, postForm } from '../session/calls.ts';
import { REPORT_ADDRESS, type Reason, type ReportAnswer } from './contract.ts';

/** Sends a report. Whatever goes wrong on the way comes back as an error to show. */
export async function sendReport(postid: number, reason: Reason, comment: string): Promise<ReportAnswer> {
  const answer = await postForm<ReportAnswer>(REPORT_ADDRESS, { postid: String(postid), reason, comment });
  return isFault(answer) ? { error: answer.fault } : answer;
}
