import { sql } from 'kysely';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '../../server/db/database.ts';
import { duplicateText } from './duplicate-text.ts';
import { compareWith, readDeal, WITH_COUPON } from './matching/same-deal.ts';
import { comparedOf, namedOf, POSTED_COLUMNS, type Duplicate, type PostedRow } from './posted-row.server.ts';

/** A deal that another one may be a duplicate of. */
export interface PossibleDuplicate {
  threadId: number;
  title: string;
  /** Why, as editors are told. */
  reason: string;
}

/** After comparing for so long, the event loop runs other work first. */
const LONGEST_TURN_MS = 10;

/**
 * As `warnOfDuplicates`, of one deal, in the transaction that saved it.
 * @returns the first deal that it looks like, with its title, and the message
 */
export async function duplicateOf(transaction: Db, threadId: number, timeZone: string): Promise<PossibleDuplicate | undefined> {
  const duplicate = await findDuplicateOf(transaction, threadId);
  if (!duplicate) return undefined;
  const { threadId: id, title } = duplicate.into;
  return { threadId: id, title, reason: duplicateText(duplicate, { timeZone, withoutId: true }) };
}

/**
 * Finds the first deal that one looks like, of the same store and posted within 7 days. Of a store with very many deals those alone are read
 * that ask as much as it, or about as much.
 */
async function findDuplicateOf(transaction: Db, threadId: number): Promise<Duplicate | undefined> {
  const rows = await readAround(transaction, threadId);
  const own = rows.find((row) => row.thread_id === threadId);
  if (!own) return undefined;
  const deal = readDeal(comparedOf(own), own.store);
  let began = performance.now();
  for (const row of rows) {
    const matchedBy = row === own ? undefined : compareWith(deal, comparedOf(row), row.store);
    if (matchedBy) return { deal: namedOf(own), into: namedOf(row), matchedBy };
    if (performance.now() - began < LONGEST_TURN_MS) continue;
    await yieldToEventLoop();
    began = performance.now();
  }
  return undefined;
}

/** A deal and those of its store near it in time and price, by thread. */
async function readAround(transaction: Db, threadId: number): Promise<PostedRow[]> {
  const { rows } = await sql<PostedRow>`
    select ${POSTED_COLUMNS}
    from deals as own
    join deals as d on d.store_id = own.store_id and d.currency = own.currency
      and d.posted_at between own.posted_at - interval '7 days' and own.posted_at + interval '7 days'
      and (d.status = 'expired') = (own.status = 'expired')
      and (d.price_cents between own.price_cents * ${1 - WITH_COUPON}::float8 and own.price_cents / ${1 - WITH_COUPON}::float8
        or (d.price_cents is null and own.price_cents is null))
    join stores on stores.id = d.store_id
    where own.thread_id = ${threadId}
    order by d.thread_id`.execute(transaction);
  return rows;
}
