import { notAllowed, seeOther, type Api, type Endpoint } from '../../server/http/endpoint.ts';
import { ownReferer } from '../../server/http/own-referer.ts';
import { reads } from '../../server/http/reads.ts';
import { ownPath } from '../../lib/own-path.ts';
import { GUEST_TOKEN } from './contracts/session.ts';
import { consumeFlash, consumeNotice, type Flash } from './flash.server.ts';
import { readSession, type Session } from './read-session.server.ts';
import { logInPage } from './visit.server.ts';

/** What a page's `Astro` knows. */
type PageCall = Api & { response: { headers: Headers } };

export interface PageVisit {
  session: Session | undefined;
  /** The token that forms of the page send: the session's, or the guests'. */
  securitytoken: string;
  /** The message to show after a form. */
  flash: Flash | undefined;
}

/**
 * Answers requests that do not only read: the form that a page also accepts, or a method that it does not.
 * @returns undefined when the page is to be shown
 */
export async function answerNonGet(page: PageCall, form?: Endpoint): Promise<Response | undefined> {
  if (reads(page.request)) return undefined;
  if (page.request.method === 'POST' && form) return form(page);
  return form ? notAllowed('Send this as a GET or POST.', 'GET, HEAD, POST') : notAllowed('This page can only be read.', 'GET, HEAD');
}

/**
 * Opens a page that is the same for everybody, and that browsers request again each time.
 * @returns a response to a method that does not only read; otherwise undefined
 */
export async function openPublicPage(page: PageCall): Promise<Response | undefined> {
  page.response.headers.set('Cache-Control', 'private, no-cache');
  return answerNonGet(page);
}

/** Reads the visitor of a page, which is then not cached. */
export async function readVisit(page: PageCall): Promise<PageVisit> {
  const session = await readPrivately(page);
  return { session, securitytoken: session?.securitytoken ?? GUEST_TOKEN, flash: flashFor(page) };
}

/**
 * Opens a page about the visitor, member or guest; first answers requests that do not only read.
 * @param form what a POST to the page does
 * @returns a response instead of a visit: to a form, or to another method
 */
export async function visitPage(page: PageCall, form?: Endpoint): Promise<PageVisit | Response> {
  return (await answerNonGet(page, form)) ?? readVisit(page);
}

/** Where a page about signing in leads back to: what its address names, otherwise the page whose link led here, unless that is about accounts, too. */
export function wayBack({ request, url, locals }: PageCall): string {
  const from = ownReferer(request.headers, locals.context.config.siteUrl);
  const linked = from && !from.pathname.startsWith('/account/') ? `${from.pathname}${from.search}` : undefined;
  return ownPath(url.searchParams.get('url')) ?? ownPath(linked) ?? '/';
}

/**
 * Opens a page as `visitPage` does, for members.
 * @returns a response instead of a visit: to a form, to another method, or one that leads a guest to the log-in page and back
 */
export async function visitMemberPage(page: PageCall, form?: Endpoint): Promise<(PageVisit & { session: Session }) | Response> {
  const answered = await answerNonGet(page, form);
  if (answered) return answered;
  const session = await readPrivately(page);
  return session
    ? { session, securitytoken: session.securitytoken, flash: flashFor(page) }
    : seeOther(logInPage(`${page.url.pathname}${page.url.search}`));
}

function readPrivately({ response, locals, cookies }: PageCall): Promise<Session | undefined> {
  response.headers.set('Cache-Control', 'no-store');
  return readSession({ context: locals.context, cookies });
}

/** Returns the message that a form left, and removes it, so that it shows once. */
const flashFor = ({ cookies, request }: PageCall) => (request.method === 'GET' ? consumeFlash({ cookies }) : undefined);

/** Reads, once, what a form did that led to a page which is otherwise the same for everybody, and which is not cached then. */
export function readNotice({ cookies, request, response }: PageCall): string | undefined {
  const notice = request.method === 'GET' ? consumeNotice({ cookies }) : undefined;
  if (notice !== undefined) response.headers.set('Cache-Control', 'private, no-store');
  return notice;
}
