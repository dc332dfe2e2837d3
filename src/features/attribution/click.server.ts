import { idParam } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { countOutclick } from '../tracking/outclick.server.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

/**
 * The way out to a store: `tid` names a deal, or one that was merged into it, `pcoid` an offer, and the address is looked
 * up, never taken from the query (contract.md). Offers of the archive lead nowhere. Each way
 * out is counted, where the visitor may be.
 * @returns a redirect, or undefined when there is no such deal or offer
 */
export async function clickOut({ context, query, request }: Pick<Call, 'context' | 'query' | 'request'>): Promise<Response | undefined> {
  const [tid, pcoid] = [idParam(query, 'tid'), idParam(query, 'pcoid')];
  // An invalid id must not be ignored in favour of the other parameter.
  if (query.has('tid') !== (tid !== undefined) || query.has('pcoid') !== (pcoid !== undefined)) return undefined;
  const way = tid !== undefined ? await dealWay(context, tid) : pcoid !== undefined ? await offerWay(context, pcoid) : undefined;
  if (!way) return undefined;
  const { location, subject } = way;
  // The redirect neither waits for the count nor fails with it.
  if (request.method === 'GET')
    void countOutclick(context, request, query, subject).catch((error: unknown) =>
      context.log.error({ err: error }, 'outclick not counted'),
    );
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } });
}

/** Where a deal or an offer leads, and what is counted for it. */
interface Way {
  location: string;
  subject: Parameters<typeof countOutclick>[3];
}

async function dealWay({ db }: Context, id: number): Promise<Way | undefined> {
  const row = await db
    .selectFrom('deals')
    .select(['url', 'thread_id'])
    .where((eb) => eb.or([eb('thread_id', '=', id), eb('thread_id', '=', mergedInto(db, id))]))
    .where('status', '<>', 'scheduled')
    .executeTakeFirst();
  return row && { location: row.url, subject: { tid: row.thread_id } };
}

const mergedInto = (db: Db, id: number) => db.selectFrom('merged_deals').select('into_thread_id').where('merged_deals.thread_id', '=', id);

async function offerWay({ db }: Context, id: number): Promise<Way | undefined> {
  if (id > MAX_INTEGER) return undefined;
  const row = await db
    .selectFrom('offers as o')
    .innerJoin('stores as s', 's.id', 'o.store_id')
    .select(['o.url', 's.url as store_url'])
    .where('o.id', '=', id)
    .where('o.status', '<>', 'scheduled')
    .executeTakeFirst();
  const location = row && (row.url ?? row.store_url);
  return location ? { location, subject: { pcoid: id } } : undefined;
}
