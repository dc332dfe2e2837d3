import { bouncesEndpoint } from '../../features/notifications/bounces.server.ts';

export const prerender = false;

export const ALL = bouncesEndpoint;
