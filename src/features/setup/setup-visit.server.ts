import type { Endpoint } from '../../server/http/endpoint.ts';
import { hasAdministrator } from '../accounts/administrators.server.ts';
import { answerNonGet, readVisit, type PageVisit } from '../session/page-visit.server.ts';
import { opensSetup } from './setup-key.server.ts';

type Page = Parameters<typeof readVisit>[0] & { response: { status?: number } };

/**
 * Opens the page that makes the first administrator, after handling its form, if one was sent; the page is not cached.
 * @returns undefined (404) without the key, which the form contains itself, and once there is an administrator
 */
export async function visitSetup(page: Page, form: Endpoint): Promise<{ visit: PageVisit; key: string } | Response | undefined> {
  const { context } = page.locals;
  page.response.headers.set('Cache-Control', 'no-store');
  const key = page.url.searchParams.get('key') ?? '';
  const isThere = page.request.method === 'POST' ? !(await hasAdministrator(context.db)) : await opensSetup(context, key);
  if (!isThere) {
    page.response.status = 404;
    return undefined;
  }
  return (await answerNonGet(page, form)) ?? { visit: await readVisit(page), key };
}
