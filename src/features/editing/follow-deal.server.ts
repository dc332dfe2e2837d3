import type { CommandResult } from '../../lib/command-result.ts';
import { Refused } from '../../lib/refused.ts';
import type { Context } from '../../server/context.ts';
import { DEAL_FIELD_NAMES } from '../catalogue/deal-fields.ts';
import { followSource } from '../catalogue/edited-fields.server.ts';
import { editingTransaction } from './editing-transaction.server.ts';
import { dealLabel, findDeal } from './named-deals.server.ts';

/**
 * Lets imports change fields of a deal again that editors changed, from the next import on.
 * @throws Refused when there is no such deal or field
 */
export function followDeal(context: Context, name: string, fields: string[], { dryRun }: { dryRun: boolean }): Promise<CommandResult> {
  const wanted = DEAL_FIELD_NAMES.filter((field) => fields.includes(field));
  const unknown = fields.filter((field) => !wanted.some((known) => known === field));
  if (unknown.length > 0)
    throw new Refused(`follow: there is no field ${unknown.join(', ')}; the fields are ${DEAL_FIELD_NAMES.join(', ')}`);
  const follow = async (transaction: Context['db']): Promise<CommandResult> => {
    const deal = await findDeal(transaction, name);
    const followed = await followSource(transaction, deal.thread_id, wanted);
    const would = dryRun ? 'would follow' : 'follows';
    const message =
      followed.length > 0
        ? `${dealLabel(deal)} ${would} its source again: the next import sets ${followed.join(', ')}`
        : `${dealLabel(deal)} follows its source already: nobody changed ${wanted.join(', ')} here`;
    return { messages: [message], changed: false };
  };
  return editingTransaction(context, follow, { dryRun });
}
