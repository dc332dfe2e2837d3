import type { APIRoute } from 'astro';
import { worker } from '../features/offline/worker-text.ts';
import { readEndpoint } from '../server/http/endpoint.ts';

export const prerender = false;

export const ALL: APIRoute = (api) => readEndpoint(() => worker(api.locals))(api);
