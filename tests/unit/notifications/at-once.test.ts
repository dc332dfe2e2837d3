import { expect, inject, onTestFinished, test } from 'vitest';
import { announcePrice } from '../../../src/features/notifications/announce-price.server.ts';
import { announceDeals } from '../../../src/features/notifications/announce.server.ts';
import { required } from '../../../src/lib/required.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { dealToDiscuss } from '../../support/community.ts';
import { openServerCopy } from '../../support/databases.ts';
import { untilRowIsAwaited } from '../../support/waiting.ts';

const server = inject('postgres');

const PRICE = 900;

// The embedded database has one session, in which nobody waits for a row.
test.skipIf(!server).each([
  ['first', 'second'],
  ['second', 'first'],
] as const)('a price that alerts and saved deals tell the same members of at once is told once, whoever is named %s', async (...order) => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  const { context, deal } = await dealToDiscuss(() => Promise.resolve(database));
  const { db, clock } = context;
  const [first, second] = [await verifiedMember(context), await verifiedMember(context)];
  const userIds = order.map((name) => ({ first, second })[name].userId);
  const threadId = deal.thread_id;
  const saved = (transaction: Db, ids: number[]) => announcePrice(transaction, { userIds: ids, threadId, priceCents: PRICE }, clock());
  const alert = { alertId: 1, threadId, priceCents: PRICE, channels: ['email' as const], frequency: 'instant' as const };
  const alerted = (transaction: Db) =>
    announceDeals(
      transaction,
      userIds.map((userId) => ({ ...alert, userId })),
      clock(),
    );

  const telling = await db.transaction().execute(async (transaction) => {
    const told = await saved(transaction, [first.userId]);
    const others = db.transaction().execute(alerted);
    await untilRowIsAwaited(db);
    // In an object it is not awaited before this is done.
    return { told: [...told, ...(await saved(transaction, [second.userId]))], others };
  });
  expect(telling.told).toEqual([first.userId, second.userId]);
  expect(await telling.others).toBe(0);
});
