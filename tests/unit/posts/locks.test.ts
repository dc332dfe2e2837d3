import { expect, inject, onTestFinished, test } from 'vitest';
import { lockPost } from '../../../src/features/posts/post-status.server.ts';
import { lockVisiblePost } from '../../../src/features/posts/vote-counts.server.ts';
import { required } from '../../../src/lib/required.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { openServerCopy } from '../../support/databases.ts';
import { reportedCatalogue } from '../../support/moderation.ts';

const server = inject('postgres');

test.skipIf(!server)('a post that is voted on or decided about can be saved meanwhile, and referred to', async () => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  const { context, deal, comment } = await reportedCatalogue(async () => database);
  const { db } = context;
  // What a row that refers to them takes.
  const free = async () => [
    ...(await db.selectFrom('deals').select('post_id').where('post_id', '=', deal.post_id).forKeyShare().skipLocked().execute()),
    ...(await db.selectFrom('comments').select('post_id').where('post_id', '=', comment).forKeyShare().skipLocked().execute()),
  ];
  const locks: ((transaction: Db) => Promise<unknown>)[] = [
    (transaction) => lockVisiblePost(transaction, 'deal', deal.post_id),
    (transaction) => lockVisiblePost(transaction, 'comment', comment),
    (transaction) => lockPost(transaction, deal.post_id),
    (transaction) => lockPost(transaction, comment),
  ];
  for (const [index, lock] of locks.entries())
    await db.transaction().execute(async (transaction) => {
      expect(await lock(transaction)).toBeDefined();
      expect.soft(await free(), `lock ${index}`).toEqual([{ post_id: deal.post_id }, { post_id: comment }]);
    });
});
