import type { APIContext, APIRoute } from 'astro';
import type { Context } from '../context.ts';

/** A protocol fault of a call (contract.md, Rules for every call). */
export class Fault extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

type Answer = Response | object | undefined;
type Call = Pick<APIContext, 'request' | 'params'> & { path: string; query: URLSearchParams; context: Context };
type FormCall = Call & { form: URLSearchParams };

const LARGEST_FORM = 64 * 1024;
const FORM = 'application/x-www-form-urlencoded';

/** An endpoint that only reads: its answer is JSON, or a response of its own; undefined is a 404. */
export function readEndpoint(read: (call: Call) => Promise<Answer> | Answer): APIRoute {
  return (api) =>
    answering(async () => {
      if (api.request.method !== 'GET' && api.request.method !== 'HEAD')
        throw new Fault(405, 'This address can only be read.', { Allow: 'GET, HEAD' });
      return read(call(api));
    });
}

/** An endpoint below `/web-api/`, which takes any method (contract.md); a JSON body is read past. */
export function webApiEndpoint(answer: (call: Call) => Promise<Answer> | Answer): APIRoute {
  return (api) => answering(async () => answer(call(api)));
}

/** An endpoint that takes a form, checked in contract.md's order: method, type, size, origin; then `act` goes on. */
export function formEndpoint(act: (call: FormCall) => Promise<Answer> | Answer): APIRoute {
  return (api) =>
    answering(async () => {
      const { request, locals } = api;
      if (request.method !== 'POST') throw new Fault(405, 'Send this as a POST.', { Allow: 'POST' });
      const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
      if (type !== FORM) throw new Fault(415, `Send this as a form (${FORM}).`);
      const body = await boundedText(request, LARGEST_FORM);
      if (!fromOurPages(request, locals.context.config.siteUrl)) throw new Fault(403, 'This call must come from our own pages.');
      return act({ ...call(api), form: new URLSearchParams(body) });
    });
}

/** Whether a form was sent by the browser itself, without script: it is answered by a page (contract.md). */
export function isPlainForm({ request, form }: Pick<FormCall, 'request' | 'form'>): boolean {
  if (request.headers.get('sec-fetch-mode') === 'navigate') return true;
  return !form.has('ajax') && (request.headers.get('accept') ?? '').includes('text/html');
}

/** Answer to a method that an address does not take. */
export const notAllowed = (message: string, allow: string) => json({ status: 'error', message }, 405, { Allow: allow });

/** JSON of a call; nobody keeps it. */
export function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}

function call({ request, params, url, locals }: APIContext): Call {
  return { request, params, path: locals.path ?? url.pathname, query: url.searchParams, context: locals.context };
}

async function answering(answer: () => Promise<Answer>): Promise<Response> {
  try {
    const answered = await answer();
    if (answered === undefined) return json({ status: 'error', message: 'There is no such thing.' }, 404);
    return answered instanceof Response ? answered : json(answered);
  } catch (error) {
    if (error instanceof Fault) return json({ status: 'error', message: error.message }, error.status, error.headers);
    console.error(error);
    return json({ status: 'error', message: 'A server error occurred while processing your request.' }, 500);
  }
}

async function boundedText(request: Request, limit: number): Promise<string> {
  const tooLarge = () => new Fault(413, `Send at most ${limit / 1024} KiB.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > limit) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Origin rule of contract.md: the site's own origin, or none from a browser that says the call is its own. */
function fromOurPages(request: Request, siteUrl: string): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return [null, 'same-origin', 'none'].includes(request.headers.get('sec-fetch-site'));
  if (origin === siteUrl) return true;
  const ours = new URL(siteUrl);
  const theirs = URL.canParse(origin) ? new URL(origin) : undefined;
  if (!theirs || !LOOPBACK.has(ours.hostname) || !LOOPBACK.has(theirs.hostname)) return false;
  return theirs.protocol === ours.protocol && theirs.port === ours.port;
}
