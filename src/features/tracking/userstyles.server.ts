import { eventText } from '../../lib/event-text.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { countedVisitor } from './events.server.ts';
import { TAG_EVENTS_ADDRESS } from './contracts/addresses.ts';
import { randomId } from './random-id.ts';

/** What the page that asks says of itself (spec §7). */
const FIELDS = ['uniq', 'au', 'pv', 'clientRef', 'clientUrl', 'peid'];

/**
 * `GET /forums/userstyles.php`: the footsteps script, for templates that do not have the site's own script. It sends one tag event of the kind
 * `footstep`; where the visitor may not be counted, it is empty.
 */
export async function footstepsScript({ context, request, query }: Call): Promise<Response> {
  const counted = await countedVisitor(context, request.headers);
  return new Response(counted ? script(query) : '', {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
}

function script(query: URLSearchParams): string {
  const attribution = Object.fromEntries(
    FIELDS.map((name) => [name, eventText(query.get(name) ?? '')] as const).filter(([, text]) => text),
  );
  // Escaped, so that the JSON cannot end a script element that it may be embedded in.
  const event = JSON.stringify({ id: randomId(), type: 'footstep', attribution }).replaceAll('<', '\\u003c');
  return `navigator.sendBeacon('${TAG_EVENTS_ADDRESS}',new Blob([JSON.stringify([{...${event},path:location.pathname}])],{type:'application/json'}));\n`;
}
