import { sitemapIndex } from '../features/publishing/sitemap.server.ts';
import { readEndpoint } from '../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(sitemapIndex);
