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
  const found = new Map<number, NamedDeal>();
  const problems: string[] = [];
  for (const name of new Set(names)) {
    const threads = await threadsNamed(transaction, name);
    const [thread] = threads;
    if (threads.length > 1) problems.push(`${name} matches ${threads.length} deals: ${threads.map(({ id }) => id).join(', ')}; name one`);
    else if (!thread) problems.push(`there is no deal ${name}; ${HOW_TO_NAME}`);
    else if (!found.has(thread.id)) found.set(thread.id, { name, merged: thread.merged, ...(await lockDeal(transaction, thread.id)) });
  }
  if (problems.length > 0) throw new Refused(...problems);
  return [...found.values()];
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

async function threadsNamed(db: Db, name: string): Promise<Thread[]> {
  const id = THREAD_ID.exec(name)?.[0] ?? ADDRESS.exec(name)?.[1];
  if (id !== undefined) return threadsWith(db, 'thread_id', [Number(id)]);
  // Both parts may contain colons.
  const keys = [...name.matchAll(/:/g)].map(({ index }) => ({ source: name.slice(0, index), source_id: name.slice(index + 1) }));
  const threads = new Map<number, Thread>();
  for (const key of keys) for (const thread of await threadsWith(db, 'key', [key.source, key.source_id])) threads.set(thread.id, thread);
  return [...threads.values()];
}

async function threadsWith(db: Db, by: 'thread_id' | 'key', values: (string | number)[]): Promise<Thread[]> {
  const is = by === 'thread_id' ? sql`thread_id = ${values[0]}` : sql`source = ${values[0]} and source_id = ${values[1]}`;
  const { rows } = await sql<Thread>`
    select thread_id as id, false as merged from deals where ${is}
    union all select into_thread_id, true from merged_deals where ${is}`.execute(db);
  return rows;
}

const lockDeal = (transaction: Db, threadId: number) =>
  transaction.selectFrom('deals').select(COLUMNS).where('thread_id', '=', threadId).forUpdate().executeTakeFirstOrThrow();
