import type { Context } from '../../server/context.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { setFeatured } from '../catalogue/deal-status.server.ts';
import { editingTransaction } from './editing-transaction.server.ts';
import { dealLabel, findDeals, type NamedDeal } from './named-deals.server.ts';

/**
 * Puts deals on the front page as if they were posted now, whatever their votes are; all of them or, when a name matches none, nothing.
 * @param undo lets members' votes decide again
 */
export function featureDeals(context: Context, names: string[], { undo }: { undo: boolean }): Promise<CommandResult> {
  return editingTransaction(context, async (transaction, now) => {
    const deals = await findDeals(transaction, names);
    const changing = undo ? deals.filter(({ featured_at }) => featured_at !== null) : deals;
    const ids = changing.map(({ thread_id }) => thread_id);
    await setFeatured(transaction, ids, undo ? null : now);
    return { messages: deals.map((deal) => `${dealLabel(deal)} ${undo ? undone(deal) : featured(deal)}`), changed: changing.length > 0 };
  });
}

function featured({ status }: NamedDeal): string {
  if (status === 'scheduled') return 'is on the front page as soon as it starts';
  return status === 'expired' ? 'is on the front page now, among those that have expired' : 'is on the front page now';
}

const undone = ({ featured_at }: NamedDeal) =>
  featured_at === null ? 'was not featured' : "is on the front page only when members' votes bring it there";
