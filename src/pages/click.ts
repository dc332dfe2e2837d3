import { clickOut } from '../features/attribution/click.server.ts';
import { readEndpoint } from '../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(clickOut);
