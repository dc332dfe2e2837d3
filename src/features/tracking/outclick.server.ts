import { readWhole, singleParam } from '../../lib/exact-params.ts';
import { eventText } from '../../lib/event-text.ts';
import type { Context } from '../../server/context.ts';
import { ownReferer } from '../../server/http/own-referer.ts';
import { randomId } from './random-id.ts';
import { countedVisitor, storeEvents } from './events.server.ts';

/** Parameters of the way out and of browser extensions that are counted with it (spec §9). */
const PARAMETERS = ['pcoid', 'pno', 'lno', 'u2', 'u1', 'u3', 'sid', 'tid', 'sn', 'cno', 'kat', 'ccid', 'ddid', 'bfid'];
const MOST_PLACES = 100_000;

/**
 * Counts a click to a store. The redirect does not wait for it, so an error here does not affect the visitor.
 * @param subject the deal (`tid`) or the offer (`pcoid`) that led there
 */
export async function countOutclick(
  context: Context,
  { headers }: Request,
  query: URLSearchParams,
  subject: { tid: number } | { pcoid: number },
): Promise<void> {
  // A browser's prefetch is not a click.
  if (headers.get('sec-purpose')?.includes('prefetch')) return;
  const counted = await countedVisitor(context, headers);
  if (!counted) return;
  const details = Object.fromEntries(
    PARAMETERS.map((name) => [name, eventText(query.get(name) ?? '')] as const).filter(([, text]) => text),
  );
  // PostgreSQL cannot store NUL.
  const list = query.get('sn')?.replaceAll('\0', '') ?? ownReferer(headers, context.config.siteUrl)?.pathname ?? '';
  await storeEvents(context, counted, [
    {
      id: randomId(),
      kind: 'outclick',
      path: /^\/[^?#\s]{0,499}$/.test(list) ? list : '/click',
      ...subject,
      position: readWhole(singleParam(query, 'lno') ?? '', 1, MOST_PLACES),
      details,
    },
  ]);
}
