import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { eachChunk } from '../../server/db/staging.ts';
import { statusAt } from '../catalogue/status.server.ts';
import { findDuplicates } from './find-duplicates.server.ts';
import type { Duplicate, DuplicateDeal } from './posted-row.server.ts';

/** Called with how many more staged deals were compared; an error thrown in it ends the comparison. */
type OnCompared = (more: number) => void | Promise<void>;

/** Waits until all are compared, and from now on reports progress. To be called once the deals are saved. */
export type StagedComparison = (onCompared: OnCompared) => Promise<Duplicate[]>;

/** Whether nothing is there yet of the sources that the staged deals come from, so that all of them are new. */
export async function areSourcesNew(transaction: Db): Promise<boolean> {
  const { known } = await oneRow(
    transaction,
    sql<{ known: boolean }>`
    select exists (
      select from (select distinct source from staged where type = 'deal') as given
      where exists (select from deals where deals.source = given.source)) as known`,
  );
  return !known;
}

/**
 * Begins to compare staged deals of new sources with each other and with those on the site, as `findDuplicates` does once they are saved:
 * this thread compares them while the database saves them. The records that they refer to must be saved already.
 * @param count how many deals are staged
 */
export async function compareStaged(transaction: Db, count: number, now: Date): Promise<StagedComparison> {
  await collectCompared(transaction, count, now);
  let done = 0;
  let follow: OnCompared | undefined;
  const compared = (deals: DuplicateDeal[]) => {
    const more = deals.filter(({ seq }) => seq !== null).length;
    done += more;
    return follow?.(more);
  };
  const comparing = findDuplicates(transaction, 'compared', compared);
  // The error reaches whoever awaits the comparison. When saving fails, nobody does, and it must not be unhandled.
  comparing.catch(() => undefined);
  return async (onCompared) => {
    follow = onCompared;
    await onCompared(done);
    return withThreads(transaction, await comparing);
  };
}

/** Puts the deals to compare into a temporary table of the transaction; a staged deal has a negative number until it has a thread id. */
async function collectCompared(transaction: Db, count: number, now: Date): Promise<void> {
  await sql`
    create temporary table compared (store_id int not null, posted_at timestamptz not null, ord int, thread_id bigint not null, is_expired boolean)
    on commit drop`.execute(transaction);
  await eachChunk(count, async ({ from, to }) => {
    await sql`
      insert into compared
      select stores.id, coalesce(s.posted_at, ${now}::timestamptz), line.ord, -1 - line.seq, ${statusAt(now)} = 'expired'
      from staged as line
      cross join lateral jsonb_to_record(line.data) as s(
        store text, posted_at timestamptz, starts_at timestamptz, expires_at timestamptz, expired boolean)
      cross join (select null::text as status) as old
      join stores on stores.slug = s.store
      where line.type = 'deal' and line.ord >= ${from} and line.ord < ${to}`.execute(transaction);
  });
  await sql`
    insert into compared
    select d.store_id, d.posted_at, null, d.thread_id, null
    from (
      select store_id, min(posted_at) - interval '7 days' as since, max(posted_at) + interval '7 days' as until
      from compared group by store_id) as around
    join deals as d on d.store_id = around.store_id and d.posted_at between around.since and around.until`.execute(transaction);
  await sql`create index on compared (store_id, posted_at, ord nulls first, thread_id)`.execute(transaction);
  await sql`analyze compared`.execute(transaction);
}

/** Replaces the numbers of staged deals with their thread ids. */
async function withThreads(transaction: Db, found: Duplicate[]): Promise<Duplicate[]> {
  const staged = new Set(found.flatMap(({ deal, into }) => [deal.seq, into.seq]).filter((seq) => seq !== null));
  const { rows } = await sql<{ seq: number; thread_id: number }>`
    select s.seq, d.thread_id from staged as s join deals as d using (source, source_id)
    where s.type = 'deal' and s.seq = any(${[...staged]}::int[])`.execute(transaction);
  const threads = new Map(rows.map(({ seq, thread_id }) => [seq, thread_id]));
  const saved = (deal: DuplicateDeal) => ({ ...deal, threadId: (deal.seq !== null && threads.get(deal.seq)) || deal.threadId });
  return found.map(({ deal, into, matchedBy }) => ({ deal: saved(deal), into: saved(into), matchedBy }));
}
