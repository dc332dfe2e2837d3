import { sql } from 'kysely';
import pluralize from 'pluralize';
import type { Context } from '../../server/context.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { editingTransaction } from './editing-transaction.server.ts';
import { dealLabel, findDeals } from './named-deals.server.ts';
import { removeDeals } from './remove-deals.server.ts';
import { Refused } from '../../lib/refused.ts';
import { counted } from '../../lib/counted.ts';

/**
 * Deletes deals permanently with everything of theirs; all of them or, when a name matches none, nothing.
 * @throws Refused for the name of a deal that was merged into another, which would go
 */
export function deleteDealsNamed(context: Context, names: string[], { dryRun = false }: { dryRun?: boolean } = {}): Promise<CommandResult> {
  const remove = async (transaction: Db): Promise<CommandResult> => {
    const deals = await findDeals(transaction, names);
    const merged = deals.filter((deal) => deal.merged);
    if (merged.length > 0)
      throw new Refused(...merged.map((deal) => `${deal.name} was merged into ${dealLabel(deal)}; name that one to delete it`));
    const ids = deals.map(({ thread_id }) => thread_id);
    const saved = await countSaved(transaction, ids);
    const { comments, foreignComments, votes } = await removeDeals(transaction, deals);
    const gone = Object.entries({ comment: comments + foreignComments, vote: votes, 'saved entry': saved })
      .filter(([, number]) => number > 0)
      .map(([what, number]) => counted(number, what, { plural: pluralize(what) }));
    const would = dryRun ? 'would be' : 'is';
    return {
      messages: [
        ...deals.map((deal) => `${dealLabel(deal)} ${would} deleted`),
        ...(gone.length > 0 ? [`${dryRun ? 'Would also be' : 'Also'} deleted: ${gone.join(', ')}`] : []),
        dryRun ? 'Nothing was written' : 'Importing such a deal again adds it as a new one',
      ],
      changed: !dryRun,
    };
  };
  return editingTransaction(context, remove, { dryRun });
}

async function countSaved(db: Db, threadIds: number[]): Promise<number> {
  const { n } = await oneRow(
    db,
    sql<{ n: number }>`select count(*)::int as n from saved_deals where thread_id = any(${threadIds}::bigint[])`,
  );
  return n;
}
