import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { hotRank } from '../../lib/hot-rank.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { addressOf, called, findDeal, type NamedDeal } from './named-deals.server.ts';
import { Refused } from '../../lib/refused.ts';
import { takeTurn } from '../catalogue/editing-lock.server.ts';

/**
 * Merges a duplicate into another deal: its comments, votes, and what the other lacks of its collections and observed
 * prices move there, the duplicate goes, and its address leads to the other from now on.
 * @throws Refused when a name stands for no deal, or both for the same
 */
export function mergeDeals({ db, config }: Context, duplicateName: string, intoName: string): Promise<CommandResult> {
  return db.transaction().execute(async (transaction) => {
    await takeTurn(transaction);
    const duplicate = await findDeal(transaction, duplicateName);
    const into = await findDeal(transaction, intoName);
    if (duplicate.merged) {
      if (duplicate.thread_id === into.thread_id)
        return { said: [`${duplicateName} is merged into ${called(into)} already`], changed: false };
      throw new Refused(`${duplicateName} was merged into ${called(duplicate)} before; to merge that one too, name it`);
    }
    if (duplicate.thread_id === into.thread_id) {
      throw new Refused(
        `${duplicateName} and ${intoName} are the same deal, ${called(into)}; name the one that is to go, then the one that stays`,
      );
    }
    const comments = await moveComments(transaction, duplicate, into);
    const votes = await moveVotes(transaction, duplicate, into);
    const collections = await moveCollections(transaction, duplicate, into);
    const prices = await movePrices(transaction, duplicate, into);
    await leadOn(transaction, duplicate, into);
    await transaction.deleteFrom('deals').where('thread_id', '=', duplicate.thread_id).execute();
    const moved = [`${comments} comments`, `${votes} votes`, `${collections} collections`, `${prices} prices`].join(', ');
    return {
      said: [
        `Merged ${called(duplicate)} into ${called(into)}: ${moved} moved`,
        `Its address leads to ${addressOf(config.siteUrl, into)} now`,
      ],
      changed: true,
    };
  });
}

/** Comments keep their ids, so links to them go on working. */
async function moveComments(db: Db, from: NamedDeal, into: NamedDeal): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set({ thread_id: into.thread_id })
    .where('thread_id', '=', from.thread_id)
    .executeTakeFirstOrThrow();
  await sql`update deals set changed_at = now() where thread_id = ${into.thread_id}`.execute(db);
  return Number(numUpdatedRows);
}

const MOST_VOTES = 2_147_483_647;

/** Counts add up, but of a member who voted on both the vote on the deal that stays counts alone. */
async function moveVotes(db: Db, from: NamedDeal, into: NamedDeal): Promise<number> {
  const { rows: twice } = await sql<{ vote: number }>`
    delete from votes as other using votes as own
    where other.post_id = ${from.post_id} and own.post_id = ${into.post_id} and own.user_id = other.user_id
    returning other.vote`.execute(db);
  await db.updateTable('votes').set({ post_id: into.post_id }).where('post_id', '=', from.post_id).execute();
  const moved = (count: number, kind: number) => Math.max(0, count - twice.filter(({ vote }) => vote === kind).length);
  const votes = {
    up: Math.min(into.votes_up + moved(from.votes_up, 1), MOST_VOTES),
    down: Math.min(into.votes_down + moved(from.votes_down, -1), MOST_VOTES),
  };
  await db
    .updateTable('deals')
    .set({ votes_up: votes.up, votes_down: votes.down, rank: hotRank(votes, into.posted_at) })
    .where('thread_id', '=', into.thread_id)
    .execute();
  return moved(from.votes_up, 1) + moved(from.votes_down, -1);
}

async function moveCollections(db: Db, from: NamedDeal, into: NamedDeal): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into deal_collections (thread_id, collection_id)
    select ${into.thread_id}, collection_id from deal_collections where thread_id = ${from.thread_id}
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function movePrices(db: Db, from: NamedDeal, into: NamedDeal): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into price_observations (thread_id, observed_on, cents)
    select ${into.thread_id}, observed_on, cents from price_observations where thread_id = ${from.thread_id}
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** What led to the duplicate, also what was merged into it before, leads straight to the other deal. */
async function leadOn(db: Db, duplicate: NamedDeal, into: NamedDeal): Promise<void> {
  await db.updateTable('merged_deals').set({ into_thread_id: into.thread_id }).where('into_thread_id', '=', duplicate.thread_id).execute();
  await db
    .insertInto('merged_deals')
    .values({ thread_id: duplicate.thread_id, into_thread_id: into.thread_id, source: duplicate.source, source_id: duplicate.source_id })
    .execute();
}
