import { once } from 'node:events';
import { sql } from 'kysely';
import { startAlertsJob } from '../../src/features/alerts/match.server.ts';
import { startDeliveriesJob } from '../../src/features/notifications/deliveries-job.server.ts';
import { notificationMails } from '../../src/features/notifications/mails.server.ts';
import type { Context } from '../../src/server/context.ts';
import { composeMails, settleMails } from '../../src/server/mail/mail-kind.ts';
import { LANES, startMailJob } from '../../src/server/mail/mail-job.ts';
import type { Filled } from './search/filled.ts';
import { median, quantile, type Table } from './table.ts';

const LOOKED_MS = 20;
const LONGEST_MS = 120_000;

/**
 * How long it takes from a new price of a deal, one deal after the other, until the mails to everybody who wants to know it at once are handed over
 * to a mail server, by the jobs of a running site. The mail server here takes each mail at once.
 */
export async function measureDelivery({ database, context }: Filled, deals: number): Promise<Table['rows']> {
  const { db } = context;
  // What was announced before has nobody wait for it here.
  await sql`truncate notifications, deliveries`.execute(db);
  await sql`
    insert into accounts (user_id, email, email_key, email_verified_at, created_at)
    select user_id, username || '@bench.example', username || '@bench.example', now(), now() from members where source = 'bench'
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ thread_id: number }>`
    select thread_id from deals where status = 'live' and price_cents > 100 order by md5('delivery' || thread_id) limit ${deals}`.execute(
    db,
  );
  const handedOver: number[] = [];
  const end = startDelivery(context, () => handedOver.push(performance.now()));
  const waited: number[] = [];
  try {
    for (const { thread_id } of rows) {
      const from = handedOver.length;
      const began = performance.now();
      await db
        .updateTable('deals')
        .set(({ ref, eb }) => ({ price_cents: eb(ref('price_cents'), '/', 2) }))
        .where('thread_id', '=', thread_id)
        .execute();
      await untilAllIsSent(context);
      waited.push(...handedOver.slice(from).map((at) => at - began));
    }
  } finally {
    await end();
  }
  const what = 'from publishing to hand-over';
  return [
    {
      database,
      what,
      'median ms': median(waited),
      'p95 ms': quantile(waited, 0.95),
      'p99 ms': quantile(waited, 0.99),
      deals,
      mails: waited.length,
    },
  ];
}

function startDelivery(context: Context, onSent: () => void): () => Promise<unknown> {
  const errors = new AbortController();
  const onError = (error: unknown) => errors.abort(error);
  const transport = { send: () => Promise.resolve(onSent()), close: () => undefined };
  const lane = { ...LANES.others, settle: settleMails(context, notificationMails) };
  const mails = startMailJob(context, composeMails(context, notificationMails), transport, onError, lane);
  const deliveries = startDeliveriesJob(context, onError, mails.wake);
  const endAlerts = startAlertsJob(context, onError, deliveries.wake);
  return async () => {
    endAlerts();
    deliveries.end();
    await mails.end();
    errors.signal.throwIfAborted();
  };
}

/** Waits until no deal is due, nobody is to be told, and no mail waits. */
async function untilAllIsSent({ db }: Context): Promise<void> {
  const late = AbortSignal.timeout(LONGEST_MS);
  for (;;) {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from alert_due where due_at <= now()) or exists (select from outbox)
        or exists (select from deliveries where state in ('waiting', 'sending')) as waits`.execute(db);
    if (!rows[0]?.waits) return;
    late.throwIfAborted();
    await once(AbortSignal.timeout(LOOKED_MS), 'abort');
  }
}
