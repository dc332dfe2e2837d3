import { idParam } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { countOutclick } from '../tracking/outclick.server.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

/**
 * Redirects to the store of a deal (`tid`, which may be one that was merged into it) or an offer (`pcoid`). The address is looked up, never
 * taken from the query (contract.md). Each click is counted, if the visitor may be.
 * @returns undefined when there is no such deal or offer, or when it has no address, such as offers of the archive
 */
export async function clickOut({ context, query, request }: Pick<Call, 'context' | 'query' | 'request'>): Promise<Response | undefined> {
  const [tid, pcoid] = [idParam(query, 'tid'), idParam(query, 'pcoid')];
  // An invalid id must not be ignored in favour of the other parameter.
  if (query.has('tid') !== (tid !== undefined) || query.has('pcoid') !== (pcoid !== undefined)) return undefined;
  const destination =
    tid !== undefined ? await dealDestination(context, tid) : pcoid !== undefined ? await offerDestination(context, pcoid) : undefined;
  if (!destination) return undefined;
  const { location, subject } = destination;
  // The redirect neither waits for the count nor fails with it.
  if (request.method === 'GET')
    void countOutclick(context, request, query, subject).catch((error: unknown) =>
      context.log.error({ err: error }, 'outclick not counted'),
    );
  // As browsers write it: a header holds no letters of other scripts.
  const { href } = new URL(location);
  return new Response(null, { status: 302, headers: { Location: href, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } });
}

/** The address of a deal or an offer, and what a click on it counts for. */
interface Destination {
  location: string;
  subject: Parameters<typeof countOutclick>[3];
}

async function dealDestination({ db }: Context, id: number): Promise<Destination | undefined> {
  const row = await db
    .selectFrom('deals')
    .select(['url', 'thread_id'])
    .where((eb) => eb.or([eb('thread_id', '=', id), eb('thread_id', '=', mergedInto(db, id))]))
    .where('status', '<>', 'scheduled')
    .executeTakeFirst();
  return row && { location: row.url, subject: { tid: row.thread_id } };
}

const mergedInto = (db: Db, id: number) => db.selectFrom('merged_deals').select('into_thread_id').where('merged_deals.thread_id', '=', id);

async function offerDestination({ db }: Context, id: number): Promise<Destination | undefined> {
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
