import { z } from 'zod';
import { formatUntil } from '../../lib/dates.ts';
import { mailKind, mailWriter, type MailWriter } from '../../server/mail/mail-kind.ts';
import { accountOf } from '../accounts/account.server.ts';

const aboutPost = z.object({ userId: z.number(), dealTitle: z.string(), reason: z.string() });

export const WARNED = mailKind('warned', aboutPost);
export const SUSPENDED = mailKind('suspended', aboutPost.extend({ until: z.string() }));
export const SUSPENSION_LIFTED = mailKind('suspension-lifted', z.object({ userId: z.number() }));

/** Writes the mails to members about decisions on them; none to members who have left. */
export const moderationMails: MailWriter[] = [
  mailWriter(WARNED, async ({ userId, dealTitle, reason }, { context, notice }) => {
    const account = await accountOf(context.db, userId);
    if (!account) return undefined;
    const what = `A moderator has warned you about what you wrote on “${dealTitle}”.`;
    return notice(account.email, 'A warning from the moderators', [what, ...reasonGiven(reason), canWrite(context.config.contactEmail)]);
  }),
  mailWriter(SUSPENDED, async ({ userId, dealTitle, reason, until }, { context, notice }) => {
    const account = await accountOf(context.db, userId);
    if (!account) return undefined;
    const what = `Your account is suspended until ${formatUntil(until, context.config.region)} because of what you wrote on “${dealTitle}”.`;
    const meanwhile = 'Until then you can read everything, but you cannot vote, comment or report.';
    return notice(account.email, 'Your account is suspended', [
      what,
      ...reasonGiven(reason),
      meanwhile,
      canWrite(context.config.contactEmail),
    ]);
  }),
  mailWriter(SUSPENSION_LIFTED, async (data, { context, notice }) => {
    const account = await accountOf(context.db, data.userId);
    if (!account) return undefined;
    return notice(account.email, 'Your account is no longer suspended', ['A moderator has ended the suspension of your account.']);
  }),
];

const reasonGiven = (reason: string) => (reason === '' ? [] : [`The moderator says: ${reason}`]);
const canWrite = (contact: string) => `If you disagree, write to ${contact}.`;
