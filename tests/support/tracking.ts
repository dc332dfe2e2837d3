import { clickOut } from '../../src/features/attribution/click.server.ts';
import { takeEvents } from '../../src/features/tracking/events.server.ts';
import type { Context } from '../../src/server/context.ts';
import { jsonEndpoint, readEndpoint } from '../../src/server/http/endpoint.ts';
import { accountsContext } from './accounts.ts';
import { Caller } from './calls.ts';
import { deal, importRecords, offer, surroundings } from './catalogue.ts';
import type { Open } from './databases.ts';

export const events = jsonEndpoint(takeEvents);
export const click = readEndpoint(clickOut);

/** Beginning high, because ids have eight characters at least. */
let ids = 1_000;

/** An event as a browser sends it, with an id of its own. */
export const event = (fields: object = {}) => ({ id: `event-${++ids}`, type: 'impression', path: '/popular', position: 1, ...fields });

/** A site with one deal and one offer, and their ids. */
export async function trackedSite(open: Open) {
  const context = accountsContext((await open()).db);
  await importRecords(context, [...surroundings(), deal(), offer()]);
  const { thread_id: tid } = await context.db.selectFrom('deals').select('thread_id').executeTakeFirstOrThrow();
  const { id: pcoid } = await context.db.selectFrom('offers').select('id').executeTakeFirstOrThrow();
  return { context, tid, pcoid };
}

/** A visitor's browser, whose cookie has this id. */
export function visitorOf(context: Context, id = 'visitor-one'): Caller {
  const caller = new Caller(context);
  caller.jar.set('sd_p', `vid=${id}`);
  return caller;
}

/** The events that are stored. */
export const storedEvents = ({ db }: Pick<Context, 'db'>) => db.selectFrom('events').selectAll().orderBy('id').execute();
