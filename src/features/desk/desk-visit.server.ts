import { readSession, type Session } from '../session/read-session.server.ts';
import { answerNonGet, visitPage, type PageVisit } from '../session/page-visit.server.ts';
import type { Endpoint } from '../../server/http/endpoint.ts';

type Page = Parameters<typeof visitPage>[0] & { response: { status?: number } };

/**
 * Opens a page of the desk for moderators, after handling its form, if one was sent; the page is not cached.
 * @returns undefined (404) for guests and members without a role, whatever they send; the form of a moderator whose session has ended is
 * kept for them, and leads to the log-in page
 */
export async function visitDesk(page: Page, form?: Endpoint): Promise<(PageVisit & { session: Session }) | Response | undefined> {
  page.response.headers.set('Cache-Control', 'no-store');
  const session = await readSession({ context: page.locals.context, cookies: page.cookies });
  if (!session?.isModerator) {
    const answered = session ? undefined : await answerNonGet(page, form);
    if (answered?.status === 303) return answered;
    page.response.status = 404;
    return undefined;
  }
  const answered = await answerNonGet(page, form);
  return answered ?? { ...(await visitPage(page)), session };
}
