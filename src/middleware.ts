import { defineMiddleware } from 'astro:middleware';
import { isbot } from 'isbot';
import { openContext } from './server/context.ts';
import { sendText } from './server/http/send-text.ts';

/** What Astro puts before the first island; a style may stand in the head alone, and ours says the same. */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;

/** Gives every page its context, and bots the status of an error without a page (spec §2). */
export const onRequest = defineMiddleware(async ({ locals, request, isPrerendered }, next) => {
  // The server hands its context in; prerendering and `astro dev` open one.
  locals.context ??= await openContext();
  const response = await next();
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (!isPage) return isPrerendered ? response : sendText(request, response);
  if (response.status >= 400 && !isPrerendered && isbot(request.headers.get('user-agent')))
    return new Response(null, { status: response.status });
  const page = new Response((await response.text()).replace(ISLAND_STYLE, ''), response);
  return isPrerendered ? page : sendText(request, page);
});
