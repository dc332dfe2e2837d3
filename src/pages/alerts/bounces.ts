import { bouncesEndpoint } from '../../features/notifications/bounces/bounces.server.ts';

export const prerender = false;

export const ALL = bouncesEndpoint;
