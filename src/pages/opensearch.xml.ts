import { openSearch } from '../features/rendering/open-search.ts';
import { readEndpoint } from '../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(({ context }) => openSearch(context.config));
