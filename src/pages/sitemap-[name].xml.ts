import { sitemap } from '../features/publishing/sitemap.server.ts';
import { readEndpoint } from '../server/http/endpoint.ts';

export const ALL = readEndpoint(sitemap);
