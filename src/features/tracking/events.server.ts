import { isbot } from 'isbot';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import { deviceKind, type DeviceKind } from '../../server/device-kind.ts';
import type { Answer, JsonCall } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { readPairs } from '../shell/cookies.ts';
import { variantsOf } from '../ab-tests/ab-tests.server.ts';
import { mayTrack, objectsToTracking, VISITOR_ID } from '../shell/consent.ts';
import { eventBatch, type TrackedEvent } from './contracts/events.ts';

/** A visitor who may be counted. */
interface CountedVisitor {
  /** Keyed hash of the visitor's id. */
  visitor: string | null;
  /** Variants of A/B tests, as `test:variant`. */
  variants: string[];
  /** What the browser says that it runs on (spec §9). */
  device: DeviceKind;
}

/** An event as it is stored. */
type StoredEvent = Pick<TrackedEvent, 'id' | 'path' | 'tid' | 'pcoid' | 'position'> & { kind: string; details?: object | undefined };

/**
 * The visitor for whom a request is counted. Crawlers, visitors who object (Global Privacy Control, Do Not Track) or did not agree where
 * the site asks are not counted.
 * @returns undefined when it is not to be counted
 */
export async function countedVisitor({ config, db, keyedHash }: Context, headers: Headers): Promise<CountedVisitor | undefined> {
  const cookies = headers.get('cookie') ?? '';
  if (!mayTrack(config.tracking, cookies, objectsToTracking(headers)) || isbot(headers.get('user-agent'))) return undefined;
  const id = readPairs(cookies, 'sd_p').get(VISITOR_ID);
  const device = deviceKind(headers.get('user-agent'));
  return { device, visitor: id ? keyedHash(`visitor ${id}`) : null, variants: id ? await variantsOf({ db }, id) : [] };
}

/**
 * `POST /web-api/events/` and `/web-api/tag-events/` (contract.md): stores a batch. Repeated events count once, and events that may not be
 * counted are accepted and dropped, so that the browser does not send them again.
 * @throws Fault 400 for anything that is no batch of events
 */
export async function takeEvents({ context, request, body, network }: JsonCall): Promise<Answer> {
  const seconds = context.networkLimits.take('events', network);
  if (seconds > 0) throw new Fault(429, `Too many events. Send the next in ${seconds} seconds.`, { 'Retry-After': String(seconds) });
  const batch = eventBatch.safeParse(body);
  if (!batch.success) throw new Fault(400, `The events are malformed.\n${z.prettifyError(batch.error)}`);
  const counted = await countedVisitor(context, request.headers);
  if (counted)
    await storeEvents(
      context,
      counted,
      batch.data.map((event) => stored(event, counted)),
    );
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}

function stored({ type, id, path, tid, pcoid, position, ...more }: TrackedEvent, { device }: CountedVisitor): StoredEvent {
  const details = { ...more, ...(type === 'view' && { device }) };
  return { id, kind: type, path, tid, pcoid, position, details: Object.keys(details).length > 0 ? details : undefined };
}

/** Stores events, each once, with the store that their deal or offer is of; those of deals and offers that are not there are dropped. */
export async function storeEvents(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { visitor, variants }: CountedVisitor,
  events: StoredEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into events (id, received_at, kind, visitor, path, thread_id, offer_id, store_id, position, variants, details)
    select e.id, ${clock()}::timestamptz, e.kind, ${visitor}::text, e.path, e.tid, e.pcoid, coalesce(d.store_id, o.store_id), e.position,
      ${variants}::text[], e.details
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (id text, kind text, path text, tid int, pcoid int, position int, details jsonb)
    left join deals as d on d.thread_id = e.tid
    left join offers as o on o.id = e.pcoid
    where (e.tid is null or d.thread_id is not null) and (e.pcoid is null or o.id is not null)
    on conflict (id) do nothing`.execute(db);
}
