import { describe, expect, test } from 'vitest';
import { accountsContext } from '../../support/accounts.ts';
import type { Db } from '../../../src/server/db/database.ts';
import type { Endpoint } from '../../../src/server/http/endpoint.ts';
import { Caller } from '../../support/calls.ts';
import { ROUTES } from '../../support/routes.ts';
import { sources } from '../../support/sources.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Endpoints that take a form or JSON, as the table of routes has them. */
const POSTS = new Set(ROUTES.filter(({ answers }) => answers === 405).map(({ page }) => page));
/** The call that takes any method, with a page's path and without. */
const ANY = ['web-api/page/[...path].ts', 'web-api.ts'];

/** Endpoints; those that are prerendered are files, which the server answers (http/methods). */
const pages = sources('src/pages/**/*.ts')
  .filter(({ text }) => !text.includes('export const prerender = true'))
  .map(({ path }) => path.slice('src/pages/'.length));
// What a method is refused for is known before anything is read.
const context = accountsContext(undefined as unknown as Db);

describe('an endpoint', () => {
  test.each(pages.filter((page) => !ANY.includes(page)))('takes its own methods alone: %s', async (page) => {
    const { ALL } = (await import(`../../../src/pages/${page}`)) as { ALL: Endpoint };
    const allow = POSTS.has(page) ? 'POST' : 'GET, HEAD';
    for (const method of METHODS.filter((one) => !allow.split(', ').includes(one))) {
      const { status, headers, answer } = await new Caller(context).call(ALL, { method });
      expect([status, headers.get('allow'), answer], method).toEqual([
        405,
        allow,
        { status: 'error', message: expect.any(String) as string },
      ]);
    }
  });
});
