import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { Fault } from '../../server/http/fault.ts';
import { addStore } from '../catalogue/add-store.server.ts';
import { makeDefaultForum } from '../catalogue/default-forum.server.ts';
import type { ParseContext } from '../catalogue/parse-fields.ts';
import { POSTED_HERE } from '../deals/deal.ts';
import { editingTransaction } from '../editing/editing-transaction.server.ts';
import { saveDeal } from '../editing/save-deal.server.ts';
import type { ReadPost } from './read-post.server.ts';

/** How long a member waits for a command that edits the catalogue, such as an import. */
const LONGEST_WAIT_MS = 10_000;

/** As `editingTransaction`, for members (`waitBriefly`). @throws Fault 503 */
export const postingTransaction = <Result>(
  context: Context,
  work: (transaction: Db, now: Date) => Promise<Result>,
  { dryRun = false } = {},
): Promise<Result> => waitBriefly((waiting) => editingTransaction(context, work, { dryRun, waiting }));

/** Ends a member's waiting for the catalogue when a command holds the lock for long: they are told to try again. @throws Fault 503 */
export async function waitBriefly<Result>(work: (waiting: AbortSignal) => Promise<Result>): Promise<Result> {
  try {
    return await work(AbortSignal.timeout(LONGEST_WAIT_MS));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    throw new Fault(503, 'Many deals are being imported right now. Please send this again in a minute; what you typed is kept.', {
      'Retry-After': '60',
    });
  }
}

/**
 * Saves a deal that a member posted, as an import saves one; its store is added where it is a new one.
 * @param sourceId identifies it among those that were posted here
 */
export async function savePost(
  transaction: Db,
  { record, store }: ReadPost,
  { sourceId, userId }: { sourceId: string; userId: number },
  parseContext: ParseContext,
) {
  const member = await transaction
    .selectFrom('members')
    .select(['source', 'source_id'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await makeDefaultForum(transaction);
  const written = {
    ...record,
    store: store.slug ?? (await addStore(transaction, store)),
    source: POSTED_HERE,
    sourceId,
    postedBy: member.source_id,
    postedBySource: member.source,
  };
  const { deal } = await saveDeal(transaction, written, parseContext);
  return deal;
}
