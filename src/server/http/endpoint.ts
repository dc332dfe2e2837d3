import type { APIContext } from 'astro';
import { notFoundMessage } from '../../lib/not-found.ts';
import type { Context } from '../context.ts';
import { isBusy, isCutOff, isDeadlock, isForeignKeyViolation, isTimeout, RETRY_AFTER } from '../db/unavailable.ts';
import { drainBody, LARGEST_FILE, LARGEST_FORM, LARGEST_JSON, LARGEST_UPLOAD, MIB, readBody } from './body.ts';
import { Fault } from './fault.ts';
import { SentForm } from './fields.ts';
import { isFromOurPages, requireOurPages } from './origin.ts';
import { reads } from './reads.ts';
import { required } from '../../lib/required.ts';

/** The arguments of an endpoint; a page that also takes a form passes its own. */
export type Api = Pick<APIContext, 'request' | 'params' | 'url' | 'locals' | 'cookies'>;
export type Endpoint = (api: Api) => Promise<Response>;
export type Answer = Response | object | undefined;
export type Call = Pick<APIContext, 'request' | 'params' | 'cookies'> & {
  path: string;
  query: URLSearchParams;
  context: Context;
  /** Network of the client, by which limits count. */
  network: string;
};
export type FormCall = Call & { form: SentForm };
export type JsonCall = Call & { body: unknown };
/** `fault`: why the form could not be read; it is then empty. */
export type UploadCall = Call & { form: FormData; fault?: Fault };

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const UPLOAD = 'multipart/form-data';

/** An endpoint that only reads: its answer is JSON, or a response of its own; undefined is a 404. */
export function readEndpoint(read: (call: Call) => Promise<Answer> | Answer): Endpoint {
  return (api) =>
    answering(api, async () => {
      if (!reads(api.request)) throw new Fault(405, 'This address can only be read.', { Allow: 'GET, HEAD' });
      return read(callOf(api));
    });
}

/** An endpoint for pages below `/web-api/`, which accepts any method (contract.md); a JSON body is checked and otherwise ignored. */
export function webApiEndpoint(answer: (call: Call) => Promise<Answer> | Answer): Endpoint {
  return (api) =>
    answering(api, async () => {
      const { request, locals } = api;
      const body = hasBody(request) ? await readBody(request, JSON_TYPE, LARGEST_JSON) : undefined;
      if (request.method === 'POST') requireOurPages(request, locals.context.config.siteUrl);
      if (body) parsed(body);
      return answer(callOf(api));
    });
}

/** Astro gives every request but GET and HEAD a body, which may be empty. */
const hasBody = ({ body, headers }: Request) =>
  body !== null && (Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding'));

/** Allows scripts of any site to read an endpoint's answers (CORS). These must be the same for everybody. */
export function crossOriginEndpoint(endpoint: Endpoint): Endpoint {
  return async (api) => {
    const response = await endpoint(api);
    response.headers.set('Access-Control-Allow-Origin', '*');
    return response;
  };
}

/** An endpoint that takes a form, checked in contract.md's order: method, type, size, origin, input; then `act` goes on. */
export function formEndpoint(act: (call: FormCall) => Promise<Answer> | Answer): Endpoint {
  return postedForm((call) => {
    requireText(call.form);
    return act(call);
  });
}

/** As `formEndpoint`, for JSON. */
export function jsonEndpoint(act: (call: JsonCall) => Promise<Answer> | Answer): Endpoint {
  return postedJson((call, body) => act({ ...call, body: body() }));
}

/**
 * Like `formEndpoint`, but `act` checks whether the form is well-formed (`requireText`), after it has checked who sends it.
 * @param largest in bytes
 */
export function postedForm(act: (call: FormCall) => Promise<Answer> | Answer, largest = LARGEST_FORM): Endpoint {
  return posting(FORM, largest, (call, body) => act({ ...call, form: new SentForm(body.toString()) }));
}

/** Like `postedForm`, for JSON. @param act gets a function that reads the body, which throws a Fault 400 where that is malformed */
export function postedJson(act: (call: Call, body: () => unknown) => Promise<Answer> | Answer): Endpoint {
  return posting(JSON_TYPE, LARGEST_JSON, (call, body) => act(call, () => parsed(body)));
}

/** Like `postedForm`, for a form with a file. `act` is also called for a form that is too large, so that it can show that on a page. */
export function postedUpload(act: (call: UploadCall) => Promise<Answer> | Answer): Endpoint {
  const readForm = async (call: Call, body: Buffer<ArrayBuffer>) => {
    const type = required(call.request.headers.get('content-type'), 'the type of the form');
    const form = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => undefined);
    return act(form ? { ...call, form } : { ...call, form: new FormData(), fault: malformedForm() });
  };
  const tooLarge = new Fault(413, `Send a file of at most ${LARGEST_FILE / MIB} MiB.`);
  return posting(UPLOAD, LARGEST_UPLOAD, readForm, (call) => act({ ...call, form: new FormData(), fault: tooLarge }));
}

/**
 * An endpoint for other programs, such as mail servers: they send no origin, and are authorized by a key in the address.
 * @param types of what they send
 */
export function programEndpoint(
  types: readonly string[],
  largest: number,
  act: (call: Call, body: Buffer<ArrayBuffer>) => Promise<Answer> | Answer,
): Endpoint {
  return (api) =>
    answering(api, async () => {
      if (api.request.method !== 'POST') throw new Fault(405, 'Send this as a POST.', { Allow: 'POST' });
      return act(callOf(api), await readBody(api.request, types, largest));
    });
}

/** @param answerTooLarge answers too large a body from a page of ours; without it, the answer is 413, which a plain form shows as a page */
function posting(
  type: string,
  limit: number,
  act: (call: Call, body: Buffer<ArrayBuffer>) => Promise<Answer> | Answer,
  answerTooLarge?: (call: Call) => Promise<Answer> | Answer,
): Endpoint {
  return (api) =>
    answering(api, async () => {
      const { request, locals } = api;
      const { siteUrl } = locals.context.config;
      if (request.method !== 'POST') throw new Fault(405, 'Send this as a POST.', { Allow: 'POST' });
      const body = await readBody(request, type, limit).catch(async (error: unknown) => {
        if (!(error instanceof Fault && error.status === 413) || !isFromOurPages(request, siteUrl)) throw error;
        if (!answerTooLarge && !isPlainForm({ request })) throw error;
        await drainBody(request);
        if (answerTooLarge) return;
        locals.tooLarge = `${error.message} ${SHORTEN}`;
        throw error;
      });
      if (!body) return answerTooLarge?.(callOf(api));
      requireOurPages(request, siteUrl);
      return act(callOf(api), body);
    });
}

const SHORTEN = 'Nothing was changed. Go back to the form, shorten the longest text in it, and send it again.';

/** Whether a form has no NUL, which the database cannot store. */
export const isText = (form: URLSearchParams): boolean => ![...form].some((pair) => pair.some((text) => text.includes('\0')));

/** @throws Fault 400 for a form with NUL */
export function requireText(form: URLSearchParams): void {
  if (!isText(form)) throw malformedForm();
}

const malformedForm = () => new Fault(400, 'The form is malformed.');

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Fault(400, 'The JSON is malformed.');
  }
}

/** Whether a form was sent by the browser itself, without script: it is answered by a page (contract.md). */
export function isPlainForm({ request, form }: { request: Request; form?: { has(name: string): boolean } }): boolean {
  if (request.headers.get('sec-fetch-mode') === 'navigate') return true;
  return !form?.has('ajax') && (request.headers.get('accept') ?? '').includes('text/html');
}

/** Answer to a method that an address does not take. */
export const notAllowed = (message: string, allow: string) => json({ status: 'error', message }, 405, { Allow: allow });

/** JSON of a call; it is not cached. */
export function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}

/** Redirects a browser that sent a form to a page, which it then requests. */
export const seeOther = (path: string) => new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } });

/** The 404 of a call, with the message that a page would show. */
function nothingAt(path: string): Response {
  const message = notFoundMessage(path);
  return json({ status: 'error', message, summary: message }, 404);
}

/** A protocol fault as it is answered. */
export const faulty = ({ status, message, headers }: Fault) => json({ status: 'error', message }, status, headers);

/** Pathname as it was sent. */
const pathOf = ({ url, locals }: Pick<Api, 'url' | 'locals'>) => locals.path ?? url.pathname;

function callOf(api: Api): Call {
  const { request, params, url, locals, cookies } = api;
  const { context, network = 'unknown' } = locals;
  return { request, params, path: pathOf(api), query: url.searchParams, cookies, context, network };
}

async function answering(api: Api, answer: () => Promise<Answer>): Promise<Response> {
  try {
    const answered = await answer();
    if (answered === undefined) return nothingAt(pathOf(api));
    return answered instanceof Response ? answered : json(answered);
  } catch (error) {
    return callFault(error, api);
  }
}

/**
 * Returns what answers a call or page that threw and may be tried again in a moment: the database is away or busy, or it was lost amid what only
 * reads. Logs what may come again: a statement that took too long, transactions in the wrong order, a foreign key of a row that went, and a
 * connection that broke.
 * @param advice ends its message
 */
export function busyFault(
  error: unknown,
  { request, url, locals }: Pick<Api, 'request' | 'url' | 'locals'>,
  advice: string,
): Fault | undefined {
  const isLostRead = reads(request) && isCutOff(error);
  const about = { method: request.method, path: pathOf({ url, locals }) };
  if (isTimeout(error)) locals.context.log.error(about, 'request stopped: the database took too long');
  if (isDeadlock(error)) locals.context.log.error({ err: error, ...about }, 'request stopped: it and another one waited for each other');
  if (isForeignKeyViolation(error))
    locals.context.log.error({ err: error, ...about }, 'request stopped: what it refers to was deleted meanwhile');
  if (isLostRead) locals.context.log.error(about, 'request cut off: the connection to the database broke');
  return isLostRead || isBusy(error) ? new Fault(503, `The site is very busy. ${advice}`, { 'Retry-After': RETRY_AFTER }) : undefined;
}

/** The answer of a call that threw. Details of an internal error are logged and not sent (contract.md, Rules for every call). */
export function callFault(error: unknown, api: Pick<Api, 'request' | 'url' | 'locals'>): Response {
  const fault = error instanceof Fault ? error : busyFault(error, api, 'Please try again in a moment.');
  if (fault) return faulty(fault);
  api.locals.context.log.error({ err: error, method: api.request.method, path: pathOf(api) }, 'request failed');
  return json({ status: 'error', message: 'A server error occurred while processing your request.' }, 500);
}
