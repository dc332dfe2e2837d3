import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { MailContent, Mail } from './mail-content.ts';
import { renderMail } from './mail.ts';
import { messageIdOf } from './message-id.ts';
import { addToOutbox, type Compose, type EndedMail, type Settle } from './outbox.ts';

/** A kind of mail, and what its row in the outbox holds until it is written: never a secret. */
interface MailKind<Data extends object> {
  name: string;
  data: z.ZodType<Data>;
  /** 0 for mails that somebody is waiting for, 1 for others. */
  priority: number;
}

/** Declares a kind of mail. */
export const mailKind = <Data extends object>(name: string, data: z.ZodType<Data>, { priority = 0 } = {}): MailKind<Data> => ({
  name,
  data,
  priority,
});

/** Queues a mail, which is written and sent after the transaction commits. */
export async function queueMail<Data extends object>(transaction: Db, kind: MailKind<Data>, data: Data): Promise<void> {
  await queueMails(transaction, kind, [data]);
}

/** Queues mails of a kind, which are written and sent after the transaction commits. @returns their numbers in the outbox, in their order */
export const queueMails = <Data extends object>(transaction: Db, kind: MailKind<Data>, mails: Data[]): Promise<number[]> =>
  addToOutbox(transaction, kind.name, mails, kind.priority);

/** What mails are written with. */
interface MailTools {
  context: Context;
  /** A mail of this site; `action` is the button in it. */
  letter(to: string, subject: string, paragraphs: string[], action?: MailContent['action']): Mail;
  /** As `letter`, to a member who did not ask for it: it says that it is about their account. */
  notice(to: string, subject: string, paragraphs: string[], action?: MailContent['action']): Mail;
}

/** Writes mails of one kind, at the moment they are sent. */
export interface MailWriter {
  kind: string;
  /** @returns undefined when there is nothing to send any more */
  write(data: unknown, tools: MailTools): Promise<Mail | undefined>;
  /** Set for a kind whose mails are not sent twice: notes how they end. */
  settle?: (context: Context, transaction: Db, ended: EndedMail[]) => Promise<void>;
}

/** Declares how mails of a kind are written, from validated data. */
export const mailWriter = <Data extends object>(
  kind: MailKind<Data>,
  write: (data: Data, tools: MailTools) => Promise<Mail | undefined>,
): MailWriter => ({ kind: kind.name, write: (data, tools) => write(kind.data.parse(data), tools) });

/** Makes the function that writes mails of all kinds that have a writer. */
export function composeMails(context: Context, writers: MailWriter[]): Compose {
  const { siteName, siteUrl, color } = context.config;
  const byKind = new Map(writers.map((writer) => [writer.kind, writer]));
  const because = 'You get this mail because of your account at';
  const tools: MailTools = {
    context,
    letter: (to, subject, paragraphs, action) => renderMail({ to, subject, paragraphs, action, siteName, siteUrl, color }),
    notice: (to, subject, paragraphs, action) => renderMail({ to, subject, paragraphs, action, because, siteName, siteUrl, color }),
  };
  return async (kind, data, row) => {
    const writer = byKind.get(kind);
    if (!writer) throw new Error(`there is no mail of the kind ${kind}`);
    const mail = await writer.write(data, tools);
    return mail && { ...mail, messageId: messageIdOf(context, row) };
  };
}

/** The functions that store the outcomes of mails, by their kinds; of those that are not sent twice. */
export const settleMails = (context: Context, writers: MailWriter[]): Map<string, Settle> =>
  new Map(
    writers.flatMap(({ kind, settle }): [string, Settle][] =>
      settle ? [[kind, (transaction, ended) => settle(context, transaction, ended)]] : [],
    ),
  );
