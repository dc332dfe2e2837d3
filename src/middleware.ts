import { defineMiddleware } from 'astro:middleware';
import { isbot } from 'isbot';
import { openContext } from './server/context.ts';

/** Gives every page its context, and bots the status of an error without a page (spec §2). */
export const onRequest = defineMiddleware(async ({ locals, request, isPrerendered }, next) => {
  // The server hands its context in; prerendering and `astro dev` open one.
  locals.context ??= await openContext();
  const response = await next();
  if (isPrerendered || response.status < 400) return response;
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  return isPage && isbot(request.headers.get('user-agent')) ? new Response(null, { status: response.status }) : response;
});
