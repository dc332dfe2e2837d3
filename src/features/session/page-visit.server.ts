import { notAllowed, seeOther, type Api, type Endpoint } from '../../server/http/endpoint.ts';
import { GUEST_TOKEN } from './contracts/session.ts';
import { consumeFlash, type Flash } from './flash.server.ts';
import { readSession, type Session } from './read-session.server.ts';
import { logInPage } from './visit.server.ts';

/** What a page's `Astro` knows. */
type PageCall = Api & { response: { headers: Headers } };

export interface PageVisit {
  session: Session | undefined;
  /** What forms of the page send: the session's, or the guests'. */
  securitytoken: string;
  /** The message to show after a form. */
  flash: Flash | undefined;
}

/**
 * Answers what is not reading: the form that a page also takes, or a method that it does not.
 * @returns undefined when the page is to be shown
 */
export async function answerNonGet(page: PageCall, form?: Endpoint): Promise<Response | undefined> {
  const { method } = page.request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method === 'POST' && form) return form(page);
  return form ? notAllowed('Send this as a GET or POST.', 'GET, HEAD, POST') : notAllowed('This page can only be read.', 'GET, HEAD');
}

/** Opens a page about the visitor, which nobody keeps. */
export async function visitPage(page: PageCall): Promise<PageVisit> {
  page.response.headers.set('Cache-Control', 'no-store');
  const session = await readSession({ context: page.locals.context, cookies: page.cookies });
  return { session, securitytoken: session?.securitytoken ?? GUEST_TOKEN, flash: flashFor(page) };
}

/** Returns the message that a form left, and removes it, so that it shows once. */
const flashFor = ({ cookies, request }: PageCall) => (request.method === 'GET' ? consumeFlash({ cookies }) : undefined);

/**
 * Opens a page as `visitPage` does, for members; answers what is not reading first, as `answerNonGet` does.
 * @returns a response instead of a visit: to a form, to another method, or one that leads a guest to the log-in page and back
 */
export async function visitMemberPage(page: PageCall, form?: Endpoint): Promise<(PageVisit & { session: Session }) | Response> {
  const answered = await answerNonGet(page, form);
  if (answered) return answered;
  page.response.headers.set('Cache-Control', 'no-store');
  const session = await readSession({ context: page.locals.context, cookies: page.cookies });
  return session
    ? { session, securitytoken: session.securitytoken, flash: flashFor(page) }
    : seeOther(logInPage(`${page.url.pathname}${page.url.search}`));
}
