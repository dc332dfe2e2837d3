import { robots } from '../features/rendering/robots.ts';
import { readEndpoint } from '../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(({ context }) => robots(context.config.siteUrl));
