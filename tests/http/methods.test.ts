import { describe, expect, test } from 'vitest';
import { ask, jsonOf } from '../support/http.ts';
import { ROUTES, type Route } from '../support/routes.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT', 'TRACE'];
const READ = 'GET, HEAD';

/** Pages that also take the form on them. */
const WITH_FORM = [
  'email-confirm',
  'email-restore',
  'email-update',
  'magic-link',
  'moderation',
  'notifications',
  'posts',
  'saved',
  'verify',
]
  .map((name) => `account/${name}.astro`)
  .concat('post.astro');
/** Pages of the catalogue, those of developers, and the imprint, which somebody has to write: what there is can only be read, and what is not there is not there for any method. */
const FOUND_OR_NOT = [
  '[...homefeed].astro',
  'f/[...dealSlug].astro',
  'pco/[...id].astro',
  'debug/[page].astro',
  'opt-in/[cookieName].astro',
  'opt-out/[cookieName].astro',
  'alerts/unsubscribe.astro',
  'imprint.astro',
  'desk/index.astro',
  'desk/posts.astro',
  'desk/deals.astro',
  'desk/members.astro',
  'setup.astro',
];

/** What a route says it allows (contract.md); undefined for a call for a page, which takes any method. */
function allowed({ page, answers }: Route): string | undefined {
  if (page === 'web-api/page/[...path].ts' || page === 'web-api.ts') return undefined;
  if (answers === 405) return 'POST';
  return page === 'forums/profile.php.astro' || WITH_FORM.includes(page!) || page!.startsWith('opt-') ? 'GET, HEAD, POST' : READ;
}

const isThere = ({ page, answers }: Route) => page !== undefined && !(FOUND_OR_NOT.includes(page) && answers === 404);

describe('methods', () => {
  test.each(ROUTES.filter(isThere))('$path takes its own alone', async (route) => {
    const allow = allowed(route);
    for (const method of METHODS) {
      const answer = await ask(url, route.path, { method });
      if (allow === undefined || allow.split(', ').includes(method)) {
        expect(answer.status, method).not.toBe(405);
        continue;
      }
      expect([answer.status, answer.headers.allow], method).toEqual([405, allow]);
      if (method !== 'HEAD') expect(jsonOf(answer), method).toEqual({ status: 'error', message: expect.any(String) as string });
    }
  });

  test('nothing is there for any method where nothing is', async () => {
    for (const { path } of ROUTES.filter(({ page, answers }) => page === undefined && answers === 404))
      for (const method of METHODS) expect((await ask(url, path, { method })).status, `${method} ${path}`).toBe(404);
  });

  test.each(['/healthz', '/readyz'])('%s can only be read', async (path) => {
    for (const method of METHODS) {
      const answer = await ask(url, path, { method });
      if (READ.split(', ').includes(method)) expect(answer.status, method).toBe(200);
      else expect([answer.status, answer.headers.allow], method).toEqual([405, READ]);
    }
  });

  test('the data of a page that is not published can only be read', async () => {
    const answer = await ask(url, '/search/_payload.json', { method: 'POST' });
    expect([answer.status, answer.headers.allow]).toEqual([405, READ]);
  });
});
