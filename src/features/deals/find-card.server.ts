import type { Context } from '../../server/context.ts';
import type { DealCard } from './card.ts';
import { CARD_COLUMNS, toCard } from './cards.server.ts';
import { shownDeals } from './shown-deals.server.ts';
import { mergedInto } from './merged-into.server.ts';

/** The card of a deal, or of the one that it was merged into; undefined when there is none. */
export async function findCard(context: Context, threadId: number): Promise<DealCard | undefined> {
  return (await cardOf(context, threadId)) ?? cardOf(context, (await mergedInto(context, threadId))?.thread_id);
}

/** Cards of deals by their own ids, in this order; those that are not there, or not yet, are left out. */
export async function findCards(context: Context, threadIds: number[]): Promise<DealCard[]> {
  const rows = await shownDeals(context.db).select(CARD_COLUMNS).where('d.thread_id', 'in', threadIds).execute();
  const cards = new Map(rows.map((row) => [row.thread_id, toCard(context, row)]));
  return [...new Set(threadIds)].flatMap((id) => cards.get(id) ?? []);
}

/** The card of a deal by its own id; undefined when there is none, or not yet. */
export async function cardOf(context: Context, threadId: number | undefined): Promise<DealCard | undefined> {
  if (threadId === undefined) return undefined;
  const row = await shownDeals(context.db).select(CARD_COLUMNS).where('d.thread_id', '=', threadId).executeTakeFirst();
  return row && toCard(context, row);
}
