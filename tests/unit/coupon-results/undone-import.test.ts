import { expect, test } from 'vitest';
import { noteResult, resultsOf } from '../../../src/features/coupon-results/answers.server.ts';
import { readEvidence } from '../../../src/features/coupon-results/evidence.server.ts';
import { listImports } from '../../../src/features/catalogue-files/list-imports.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, DAY, verifiedMember } from '../../support/accounts.ts';
import { deal, importRecords, offer, surroundings } from '../../support/catalogue.ts';
import { eachDatabase, type Open } from '../../support/databases.ts';
import { give } from '../../support/given.ts';

/** A site with a deal and an offer whose codes worked for a member. */
async function site(open: Open) {
  const context = accountsContext((await open()).db);
  await imported(context, ...surroundings(), deal({ couponCode: 'SAVE20' }), offer({ code: 'TEN' }));
  const { userId } = await verifiedMember(context);
  const joined = new Date(context.clock().getTime() - 20 * DAY);
  await context.db.updateTable('accounts').set({ created_at: joined }).where('user_id', '=', userId).execute();
  const threadId = (await context.db.selectFrom('deals').select('thread_id').executeTakeFirstOrThrow()).thread_id;
  const offerId = await offerOf(context, 'o1');
  const answer = (kind: 'deal' | 'offer', id: number, code: string) =>
    noteResult(context.db, userId, { kind, id }, { code, worked: true }, context.clock());
  await answer('deal', threadId, 'SAVE20');
  await answer('offer', offerId, 'TEN');
  /** How often the codes that stand there now worked. */
  const worked = async () => {
    const now = context.clock();
    const its = await context.db.selectFrom('deals').select('coupon_code').where('thread_id', '=', threadId).executeTakeFirstOrThrow();
    const own = await context.db.selectFrom('offers').select('code').where('id', '=', offerId).executeTakeFirstOrThrow();
    const [ofDeal, ofOffer] = [
      await readEvidence(context.db, { kind: 'deal', codes: new Map([[threadId, its.coupon_code ?? '']]) }, now),
      await readEvidence(context.db, { kind: 'offer', codes: new Map([[offerId, own.code ?? '']]) }, now),
    ];
    return [ofDeal.get(threadId)?.worked ?? 0, ofOffer.get(offerId)?.worked ?? 0];
  };
  return { context, userId, answer, worked };
}

async function imported(context: Context, ...records: object[]): Promise<number> {
  expect((await importRecords(context, records)).problems).toEqual([]);
  return (await listImports(context.db))[0]!.id;
}

const offerOf = async ({ db }: Context, sourceId: string) =>
  (await db.selectFrom('offers').select('id').where('source_id', '=', sourceId).executeTakeFirstOrThrow()).id;

eachDatabase('undoing an import', (open) => {
  test('that changed coupons, or took them away, has what members said of them count again', async () => {
    const { context, userId, worked } = await site(open);
    expect(await worked()).toEqual([1, 1]);
    const before = await resultsOf(context.db, userId);
    const changed = await imported(context, deal({ couponCode: undefined }), offer({ code: 'ELEVEN' }));
    expect(await worked()).toEqual([0, 0]);
    await give(context, 'undo-import', { id: changed, dryRun: true });
    expect(await worked()).toEqual([0, 0]);
    await give(context, 'undo-import', { id: changed, dryRun: false });
    expect(await worked()).toEqual([1, 1]);
    expect(await resultsOf(context.db, userId)).toEqual(before);
  });

  test('that expired a coupon leaves the answers, and what was answered on a later code counts no more', async () => {
    const { context, worked, answer } = await site(open);
    const expired = await imported(context, offer({ code: 'TEN', expired: true }));
    await give(context, 'undo-import', { id: expired, dryRun: false });
    expect(await worked()).toEqual([1, 1]);
    const changed = await imported(context, offer({ code: 'ELEVEN' }));
    await answer('offer', await offerOf(context, 'o1'), 'ELEVEN');
    expect(await worked()).toEqual([1, 1]);
    await give(context, 'undo-import', { id: changed, dryRun: false });
    expect(await answer('offer', await offerOf(context, 'o1'), 'ELEVEN')).toBeUndefined();
    expect(await worked()).toEqual([1, 1]);
  });

  test('that added a coupon takes away what was said of it, and nothing else', async () => {
    const { context, userId, answer, worked } = await site(open);
    const before = await resultsOf(context.db, userId);
    const added = await imported(context, offer({ sourceId: 'o2', code: 'NEW' }));
    await answer('offer', await offerOf(context, 'o2'), 'NEW');
    expect(await resultsOf(context.db, userId)).toHaveLength(3);
    await give(context, 'undo-import', { id: added, dryRun: false });
    expect(await resultsOf(context.db, userId)).toEqual(before);
    expect(await worked()).toEqual([1, 1]);
  });
});
