import { type Selectable, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/schema.ts';
import { dealPath } from '../deals/deal.ts';
import { Refused } from '../../lib/refused.ts';
import { required } from '../../lib/required.ts';

const COLUMNS = ['thread_id', 'post_id', 'title', 'source', 'source_id', 'status', 'starts_at', 'expires_at', 'featured_at'] as const;

/** A deal as an editor named it. */
export interface NamedDeal extends Pick<Selectable<Tables['deals']>, (typeof COLUMNS)[number]> {
  name: string;
  /** Whether the name is that of a deal that was merged into this one. */
  merged: boolean;
}

/**
 * The deals that editors name by thread id, by address or as `source:sourceId`, each once and locked until the
 * transaction ends. The name of a merged deal stands for the one that it was merged into.
 * @throws Refused telling every name that stands for none
 */
export async function findDeals(transaction: Db, names: string[]): Promise<NamedDeal[]> {
  const { deals, problems } = await lookUpDeals(transaction, names);
  if (problems.size > 0) throw new Refused(...problems.values());
  const found = new Map<number, NamedDeal>();
  for (const deal of deals.values()) if (!found.has(deal.thread_id)) found.set(deal.thread_id, deal);
  return [...found.values()];
}

/** As `findDeals`, by name. @returns also what is wrong with each name that stands for none */
export async function lookUpDeals(
  transaction: Db,
  names: Iterable<string>,
): Promise<{ deals: Map<string, NamedDeal>; problems: Map<string, string> }> {
  const asked = [...new Set(names)];
  const threads = await threadsNamed(transaction, asked);
  const ids = [...threads.values()].flatMap((found) => (found.length === 1 ? found.map(({ id }) => id) : []));
  const locked = await lockDeals(transaction, ids);
  const deals = new Map<string, NamedDeal>();
  const problems = new Map<string, string>();
  for (const name of asked) {
    const found = threads.get(name) ?? [];
    const [thread] = found;
    const deal = thread && locked.get(thread.id);
    if (found.length > 1) problems.set(name, `${name} matches ${found.length} deals: ${found.map(({ id }) => id).join(', ')}; name one`);
    else if (!deal) problems.set(name, `there is no deal ${name}; ${HOW_TO_NAME}`);
    else deals.set(name, { name, merged: thread.merged, ...deal });
  }
  return { deals, problems };
}

/** The one deal that an editor names. */
export async function findDeal(transaction: Db, name: string): Promise<NamedDeal> {
  const [deal] = await findDeals(transaction, [name]);
  return required(deal, `the deal ${name}`);
}

/** A deal in a line for editors: its thread id and title. */
export const dealLabel = (deal: { thread_id: number; title: string }) => `${deal.thread_id} "${deal.title}"`;

/** The whole address of a deal. */
export const addressOf = (siteUrl: string, deal: { thread_id: number; title: string }) =>
  `${siteUrl}${dealPath({ threadId: deal.thread_id, title: deal.title })}`;

const HOW_TO_NAME = 'name it by its thread id (1001), its address (/f/1001-…) or source:sourceId';
const THREAD_ID = /^[1-9]\d{0,14}$/;
const ADDRESS = /^(?:https?:\/\/[^/]+)?\/?f\/([1-9]\d{0,14})(?:-[^/?#]*)?\/?(?:[?#].*)?$/;

interface Thread {
  id: number;
  merged: boolean;
}

/** What each name may stand for: both parts of `source:sourceId` may contain colons. */
function keysOf(name: string): { name: string; id: number | null; source: string | null; sourceId: string | null }[] {
  const id = THREAD_ID.exec(name)?.[0] ?? ADDRESS.exec(name)?.[1];
  if (id !== undefined) return [{ name, id: Number(id), source: null, sourceId: null }];
  return [...name.matchAll(/:/g)].map(({ index }) => ({ name, id: null, source: name.slice(0, index), sourceId: name.slice(index + 1) }));
}

async function threadsNamed(db: Db, names: string[]): Promise<Map<string, Thread[]>> {
  const keys = names.flatMap(keysOf);
  const { rows } = await sql<Thread & { name: string }>`
    with asked as materialized (
      select * from unnest(${keys.map(({ name }) => name)}::text[], ${keys.map(({ id }) => id)}::bigint[],
        ${keys.map(({ source }) => source)}::text[], ${keys.map(({ sourceId }) => sourceId)}::text[]) as asked (name, thread_id, source, source_id))
    select name, d.thread_id as id, false as merged from asked join deals as d using (thread_id)
    union select name, d.thread_id, false from asked join deals as d using (source, source_id)
    union select name, m.into_thread_id, true from asked join merged_deals as m using (thread_id)
    union select name, m.into_thread_id, true from asked join merged_deals as m using (source, source_id)
    order by merged, id`.execute(db);
  const threads = new Map<string, Map<number, Thread>>();
  for (const { name, ...thread } of rows) {
    const found = threads.get(name) ?? new Map<number, Thread>();
    threads.set(name, found.set(thread.id, thread));
  }
  return new Map([...threads].map(([name, found]) => [name, [...found.values()]]));
}

/** Not against references to them (`lockGoingDeals`): a job that stores one, as that of alerts, holds rows for which triggers of an edit wait. */
async function lockDeals(transaction: Db, threadIds: number[]) {
  const rows = await transaction
    .selectFrom('deals')
    .select(COLUMNS)
    .where(sql<boolean>`thread_id = any(${threadIds}::bigint[])`)
    .orderBy('post_id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.thread_id, row]));
}
