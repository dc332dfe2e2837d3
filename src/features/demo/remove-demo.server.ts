import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Context } from '../../server/context.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { wordFor } from '../../lib/counted.ts';
import { deleteMembersOf } from '../accounts/delete-members.server.ts';
import { deleteOffersOf } from '../catalogue/delete-offers.server.ts';
import { deleteUnused, TAXONOMY_TYPES, type TaxonomyRow } from '../catalogue/delete-unused.server.ts';
import { editingTransaction } from '../editing/editing-transaction.server.ts';
import { removeDeals } from '../editing/remove-deals.server.ts';
import { DEMO, DEMO_CATALOGUE } from './demo-catalogue.ts';

/**
 * Removes the demo, all or nothing: its deals, offers, comments and members with everything that belongs to them, and those of its stores,
 * brands, categories, forums and collections that nothing else uses and nobody has renamed.
 * @param dryRun does everything, reports it, and rolls it back
 */
export async function removeDemo(context: Context, { dryRun }: { dryRun: boolean }): Promise<CommandResult> {
  const taxonomy = await demoTaxonomy();
  return editingTransaction(
    context,
    async (transaction) => {
      const ofDemo = transaction.selectFrom('deals').select(['thread_id', 'post_id']).where('source', '=', DEMO);
      const deals = await ofDemo.orderBy('post_id').forUpdate().execute();
      const removed = await removeDeals(transaction, deals, DEMO);
      const offers = await deleteOffersOf(transaction, DEMO);
      const members = await deleteMembersOf(transaction, DEMO);
      const gone = await deleteUnused(transaction, taxonomy);
      const counts = [
        countText(removed.deals, 'deal'),
        countText(offers, 'offer'),
        countText(removed.comments, 'comment'),
        countText(members, 'member'),
        countText(gone.store, 'store'),
        countText(gone.brand, 'brand'),
        countText(gone.category, 'category', 'categories'),
        countText(gone.forum, 'forum'),
        countText(gone.collection, 'collection'),
      ];
      if (counts.every((line) => line === undefined))
        return { messages: ['There is no demo on this site; nothing was changed'], changed: false };
      const foreign = [countText(removed.foreignComments, 'comment'), countText(removed.votes, 'vote')].filter(
        (each) => each !== undefined,
      );
      return {
        messages: [
          dryRun ? 'This would be removed of the demo; nothing was written:' : 'Removed the demo:',
          ...counts.filter((line) => line !== undefined).map((line) => `  ${line}`),
          ...(foreign.length > 0 ? [`With its deals ${dryRun ? 'would go' : 'went'} ${foreign.join(' and ')} of your own members`] : []),
          ...(dryRun ? [] : ['What you and your members added is as it was. A start does not bring the demo back']),
        ],
        changed: !dryRun,
      };
    },
    { dryRun },
  );
}

/** The stores, brands, categories, forums and collections of the demo's catalogue. */
async function demoTaxonomy(): Promise<TaxonomyRow[]> {
  const lines = (await readFile(DEMO_CATALOGUE, 'utf8')).split('\n').filter((line) => FILED.test(line));
  return lines.map((line) => {
    const { type, slug, name = '', title = name } = taxonomyLine.parse(JSON.parse(line));
    return { type, slug, name: title };
  });
}

const taxonomyLine = z.object({
  type: z.enum(TAXONOMY_TYPES),
  slug: z.string(),
  name: z.string().optional(),
  title: z.string().optional(),
});

const FILED = /^\{"type":"(?:store|brand|category|forum|collection)"/;

/** A number with what it counts; undefined for none. */
const countText = (count: number, word: string, plural = `${word}s`): string | undefined =>
  count === 0 ? undefined : `${count} ${wordFor(count, word, { plural })}`;
