import type { APIContext } from 'astro';
import { seeOther } from '../../server/http/endpoint.ts';
import { takeFlash, type Flash } from './flash.server.ts';
import { readSession, type Session } from './sessions.server.ts';
import { logInPage } from './visit.server.ts';

/** What a page's `Astro` knows. */
export type PageCall = Pick<APIContext, 'locals' | 'cookies' | 'request' | 'url' | 'params'> & { response?: { headers: Headers } };

export interface PageVisit {
  session: Session | undefined;
  /** What the page is to say after a form. */
  said: Flash | undefined;
}

/** Opens a page about the visitor, which nobody keeps. */
export async function visitPage({ locals, cookies, response }: PageCall): Promise<PageVisit> {
  response?.headers.set('Cache-Control', 'no-store');
  const session = await readSession({ context: locals.context, cookies });
  return { session, said: takeFlash({ cookies }) };
}

/** As `visitPage`, for members: a guest is led to the log-in page and back. */
export async function visitMemberPage(page: PageCall): Promise<(PageVisit & { session: Session }) | Response> {
  const { session, said } = await visitPage(page);
  return session ? { session, said } : seeOther(logInPage(`${page.url.pathname}${page.url.search}`));
}
