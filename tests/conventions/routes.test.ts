import { describe, expect, test } from 'vitest';
import { notFoundMessage } from '../../src/lib/not-found.ts';
import { sources } from '../support/sources.ts';
import { ROUTES } from '../support/routes.ts';

describe('routes', () => {
  test('every page is in the table of routes, and every route of the table is there', () => {
    // Globs leave folders out that begin with a dot.
    const pages = sources('src/pages/**/*', 'src/pages/.well-known/*').map(({ path }) => path.slice('src/pages/'.length));
    const listed = new Set(ROUTES.map(({ page }) => page).filter((page) => page !== undefined));
    // The answers to an error of our own and to too large a form have no address.
    const unlisted = pages.filter((page) => !listed.has(page) && !['413.astro', '500.astro'].includes(page));
    expect(unlisted, 'name the address of each in ROUTES of tests/support/routes.ts, with what a GET answers').toEqual([]);
    const gone = [...listed].filter((page) => !pages.includes(page));
    expect(gone, 'these files of src/pages are gone: take them out of tests/support/routes.ts').toEqual([]);
  });

  test.each(ROUTES.filter(({ message }) => message))('$path is told as $message', ({ path, message }) => {
    expect(notFoundMessage(path)).toBe(`${message}: ${path}`);
  });
});
