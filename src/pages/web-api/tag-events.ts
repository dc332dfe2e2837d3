import { takeEvents } from '../../features/tracking/events.server.ts';
import { jsonEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = jsonEndpoint(takeEvents);
