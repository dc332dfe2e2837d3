import { singleParam } from '../../../lib/exact-params.ts';
import type { Context } from '../../../server/context.ts';
import { LARGEST_UPLOAD } from '../../../server/http/body.ts';
import { programEndpoint, type Endpoint } from '../../../server/http/endpoint.ts';
import { outboxIdOf } from '../../../server/mail/message-id.ts';
import { isAboutAddress } from '../../../server/mail/status.ts';
import { accountOf } from '../../accounts/account.server.ts';
import { noteBounce } from './bounce.server.ts';
import { readReport, type ReportedRecipient } from './bounce-report.ts';
import { bounceKey, isBounceKey } from '../keys.server.ts';
import { BOUNCES } from '../pages.ts';

/**
 * The result of a report: mails to the address were stopped; the report does not prove that it is about a mail of ours to the member's
 * address; or it does not say that the address fails permanently.
 */
type BounceOutcome = 'stopped' | 'not ours' | 'not for good';

/**
 * Processes a report about a mail that could not be delivered. It counts only with the signed Message-ID of a mail of ours and the
 * address that the mail was sent to, so that forged reports cannot stop anybody's mails.
 */
export async function receiveBounceReport(context: Context, message: Uint8Array | string): Promise<BounceOutcome> {
  const { db, clock, config } = context;
  // A body that cannot be parsed as a message is no report.
  const report = await readReport(message).catch(() => undefined);
  const batch = report?.messageId === undefined ? undefined : outboxIdOf(context, report.messageId);
  if (!report || batch === undefined) return 'not ours';
  const sent = await db
    .selectFrom('deliveries')
    .select('user_id')
    .where('batch', '=', batch)
    .where('channel', '=', 'email')
    .executeTakeFirst();
  const account = sent && (await accountOf(db, sent.user_id));
  const refused = account && report.recipients.find(({ addresses }) => addresses.some((address) => isSame(address, account.email)));
  if (!refused) return 'not ours';
  if (!isForGood(refused)) return 'not for good';
  await db.transaction().execute(async (transaction) => {
    const { userId, email } = account;
    await noteBounce(
      transaction,
      { userId, email, reason: `${refused.status} ${refused.diagnostic}`.trim(), timeZone: config.region.timeZone },
      clock(),
    );
    await transaction
      .updateTable('deliveries')
      .set({ state: 'bounced', reason: 'your mail server sent it back' })
      .where('batch', '=', batch)
      .where('channel', '=', 'email')
      .where('state', '=', 'sent')
      .execute();
  });
  return 'stopped';
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const isForGood = ({ action, status }: ReportedRecipient) => action === 'failed' && isAboutAddress(status, true);

/** `POST /alerts/bounces`, for a mail server of the operator's that has the key. */
export const bouncesEndpoint: Endpoint = programEndpoint(
  ['message/rfc822', 'multipart/report'],
  LARGEST_UPLOAD,
  async ({ context, query, request }, body) => {
    if (!isBounceKey(context, singleParam(query, 'key') ?? '')) return undefined;
    const type = request.headers.get('content-type') ?? '';
    // A report that is sent without its headers has its type, with the boundary, in the request's header.
    const message = /^\s*multipart\//i.test(type) ? Buffer.concat([Buffer.from(`Content-Type: ${type}\r\n\r\n`), body]) : body;
    return { result: await receiveBounceReport(context, message) };
  },
);

/** The whole address that takes reports. */
export const bouncesAddress = (context: Context) => `${context.config.siteUrl}${BOUNCES}?key=${bounceKey(context)}`;
