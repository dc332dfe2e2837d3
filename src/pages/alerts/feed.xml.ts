import { alertsRss } from '../../features/notifications/feed.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(alertsRss);
