import * as z from 'zod/mini';
import { success } from '../../../lib/answers.ts';
import { positiveId } from '../../../lib/form-fields.ts';
import { participationRefused } from '../../session/contracts/participation.ts';
import { DEAL_REASONS, LONGEST_NOTE, POST_REASONS } from '../report.ts';

export const MESSAGES = {
  noReason: 'Please choose a reason.',
  longNote: `Use at most ${LONGEST_NOTE} characters.`,
  gone: 'This post no longer exists.',
  merged: 'This deal was merged into another one. Please open it anew, and report what is wrong there.',
  thanks: 'Thank you. A moderator will look at it.',
} as const;

/** Line breaks are normalized first: browsers send them as two characters and count them as one. */
const note = z.string().check(
  z.overwrite((text) => text.replaceAll('\r\n', '\n').trim()),
  z.maxLength(LONGEST_NOTE, MESSAGES.longNote),
);

/** A report of a post (contract.md, Community). */
export const reportCall = {
  address: '/forums/report.php',
  form: z.object({
    postid: positiveId(MESSAGES.gone),
    reason: z.enum([...POST_REASONS, ...DEAL_REASONS], MESSAGES.noReason),
    comment: z._default(note, ''),
  }),
  answer: z.union([success, participationRefused]),
};
export type Report = z.infer<typeof reportCall.form>;
export type ReportAnswer = z.infer<typeof reportCall.answer>;
