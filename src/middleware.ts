import { defineMiddleware } from 'astro:middleware';
import { isbot } from 'isbot';
import { openContext } from './server/context.ts';
import { sendText } from './server/http/send-text.ts';

/** What Astro puts before the first island; a style may stand in the head alone, and ours says the same. */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;

/** Gives every page its context, and bots the status of an error without a page (spec §2). */
export const onRequest = defineMiddleware(async ({ locals, request }, next) => {
  // The server and the publisher hand their context in; `astro dev` opens one.
  locals.context ??= await openContext();
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return sendText(request, response);
  if (response.status >= 400 && isbot(request.headers.get('user-agent'))) {
    const wait = response.headers.get('retry-after');
    return new Response(null, { status: response.status, ...(wait && { headers: { 'Retry-After': wait } }) });
  }
  return sendText(request, new Response((await response.text()).replace(ISLAND_STYLE, ''), response));
});
