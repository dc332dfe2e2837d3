import { defineMiddleware } from 'astro:middleware';
import { loadShell, type Shell } from '../../../src/features/shell/shell.server.ts';
import { openContext } from '../../../src/server/dev-context.ts';

/** What Astro puts before the first island; the site leaves it out, too. */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;

/** What stands around every page is loaded once, as the publisher does. */
let shell: Promise<Shell> | undefined;

export const onRequest = defineMiddleware(async ({ locals }, next) => {
  const given: Partial<App.Locals> = locals;
  locals.context = given.context ?? (await openContext());
  locals.shell = await (shell ??= loadShell(locals.context));
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  return new Response((await response.text()).replace(ISLAND_STYLE, ''), response);
});
