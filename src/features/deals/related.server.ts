import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { DealCard } from './card.ts';
import { dealCards, toCard, type CardContext } from './cards.server.ts';

/** How many neighbours by id, in the same category and on each side, a page considers. */
const NEAR = 12;

/** A deal and the category it is in. */
interface Filed {
  threadId: number;
  categoryId: number;
}

/** For each deal, its neighbours by id in the same category, on both sides. */
async function besides(db: Db, deals: Filed[]): Promise<{ of: number; id: number; live: boolean }[]> {
  const { rows } = await sql<{ of: number; id: number; live: boolean }>`
    select d.thread_id as of, near.thread_id as id, near.status = 'live' as live
    from unnest(${deals.map(({ threadId }) => threadId)}::bigint[], ${deals.map(({ categoryId }) => categoryId)}::int[]) as d (thread_id, category_id)
    cross join lateral (
      (select thread_id, status from deals where category_id = d.category_id and status <> 'scheduled' and thread_id < d.thread_id
        order by thread_id desc limit ${NEAR})
      union all
      (select thread_id, status from deals where category_id = d.category_id and status <> 'scheduled' and thread_id > d.thread_id
        order by thread_id limit ${NEAR})) as near`.execute(db);
  return rows;
}

/**
 * For each of these deals, cards of the live deals that stand nearest to it in its category, older ones first. Which they
 * are hardly ever changes, and they are sought among few, so that a change of a deal touches few other pages
 * (`neighboursOf`).
 */
export async function relatedCards(
  context: CardContext & Pick<Context, 'db'>,
  deals: Filed[],
  limit: number,
): Promise<Map<number, DealCard[]>> {
  const { db } = context;
  const near = Map.groupBy(await besides(db, deals), ({ of }) => of);
  const nearest = new Map(
    deals.map(({ threadId }) => {
      const ids = (near.get(threadId) ?? []).filter(({ live }) => live).map(({ id }) => id);
      ids.sort((a, b) => Number(a > threadId) - Number(b > threadId) || Math.abs(a - threadId) - Math.abs(b - threadId));
      return [threadId, ids.slice(0, limit)];
    }),
  );
  const wanted = [...new Set([...nearest.values()].flat())];
  const rows = wanted.length > 0 ? await dealCards(db).where('d.thread_id', 'in', wanted).execute() : [];
  const cards = new Map(rows.map((row) => [row.thread_id, toCard(context, row)]));
  return new Map([...nearest].map(([id, ids]) => [id, ids.flatMap((other) => cards.get(other) ?? [])]));
}

/** For each deal, by id, the deals whose pages may show it: its neighbours in the category. */
export async function neighboursOf(db: Db, deals: Filed[]): Promise<Map<number, number[]>> {
  const near = Map.groupBy(await besides(db, deals), ({ of }) => of);
  return new Map([...near].map(([id, others]) => [id, others.map((other) => other.id)]));
}
