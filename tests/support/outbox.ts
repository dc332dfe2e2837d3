import { onTestFinished } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import type { Db } from '../../src/server/db/database.ts';
import { renderMail } from '../../src/server/mail/mail.ts';
import { openTransport } from '../../src/server/mail/open-transport.ts';
import { addToOutbox, type Compose } from '../../src/server/mail/outbox.ts';
import type { Transport } from '../../src/server/mail/transport.ts';
import type { SmtpSite } from './smtp.ts';

/** Writes a mail to the address in its data, or none. */
export const composeTestMail = (async (_kind: string, { email }: Record<string, unknown>) =>
  typeof email === 'string'
    ? renderMail({
        to: email,
        subject: 'Verify your e-mail address',
        paragraphs: ['Hello Ada.', 'Grüße & <b>bold</b>.'],
        action: { label: 'Verify', url: 'https://deals.example/verify?token=abc=def&x=1' },
        siteName: 'Magpie',
        siteUrl: 'https://deals.example',
      })
    : undefined) satisfies Compose;

/** A transport to a server, closed when the test ends. */
export function transportTo(site: SmtpSite): Transport {
  const transport = openTransport(readConfig({ SMTP_URL: site.url }), () => undefined);
  onTestFinished(() => transport.close());
  return transport;
}

/** Puts a mail into the outbox. @returns its number */
export async function addMail(db: Db, kind: string, data: object, priority = 0): Promise<number> {
  const [id] = await addToOutbox(db, kind, [data], priority);
  return id!;
}

/** What waits in the outbox, in its order. */
export const outboxRows = (db: Db) => db.selectFrom('outbox').selectAll().orderBy('id').execute();
