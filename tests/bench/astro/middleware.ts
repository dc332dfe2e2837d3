import { defineMiddleware } from 'astro:middleware';
import { openContext } from '../../../src/server/context.ts';

/** What Astro puts before the first island; the site leaves it out, too. */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;

export const onRequest = defineMiddleware(async ({ locals }, next) => {
  locals.context ??= await openContext();
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  return new Response((await response.text()).replace(ISLAND_STYLE, ''), response);
});
