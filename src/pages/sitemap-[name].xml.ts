import type { APIRoute } from 'astro';
import { sitemap } from '../features/rendering/sitemap.server.ts';
import { readEndpoint } from '../server/http/endpoint.ts';

export const prerender = false;

export const ALL: APIRoute = (api) => readEndpoint(({ params }) => sitemap(api.locals, params['name'] ?? ''))(api);
