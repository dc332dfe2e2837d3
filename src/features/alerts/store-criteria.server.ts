import { sql } from 'kysely';
import { acquireLock } from '../../server/db/advisory-locks.ts';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { criteriaIdOf, type Criteria } from './criteria.ts';
import { chooseAnchors, conditionsOf, namesOf, queryOf } from './compile.server.ts';

/**
 * Takes the lock under which criteria come and go, until the transaction ends. They are stored one after the other, so that their numbers
 * show up in their order: `matched_deals` remembers the last it saw.
 */
const lockCriteria = (transaction: Db) => acquireLock(transaction, 'criteria');

/**
 * Stores criteria, unless they are stored already, in a transaction.
 * @returns their number in `criteria`
 */
export async function storeCriteria(transaction: Db, criteria: Criteria): Promise<number> {
  const criteriaId = criteriaIdOf(criteria);
  await lockCriteria(transaction);
  const known = await transaction.selectFrom('criteria').select('id').where('criteria_id', '=', criteriaId).executeTakeFirst();
  if (known) return known.id;
  const query = queryOf(await conditionsOf(transaction, criteria, await namesOf(transaction, criteria)));
  const anchors = await chooseAnchors(transaction, query);
  const { id } = await oneRow(
    transaction,
    sql<{ id: number }>`
      insert into criteria (criteria_id, query, min_cents, max_cents, min_percent)
      values (${criteriaId}, ${query}::tsquery, ${criteria.minCents ?? null}, ${criteria.maxCents ?? null}, ${criteria.minPercent ?? null})
      returning id`,
  );
  await transaction
    .insertInto('criteria_anchors')
    .values(anchors.map((anchor) => ({ anchor, criteria: id, query: sql<string>`${query}::tsquery` })))
    .execute();
  return id;
}

/** Removes criteria that no alert has any more, in the transaction that took the last one. */
export async function dropUnusedCriteria(transaction: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await lockCriteria(transaction);
  await sql`
    delete from criteria where id = any(${ids}::bigint[]) and not exists (select from alerts where alerts.criteria = criteria.id)`.execute(
    transaction,
  );
}
