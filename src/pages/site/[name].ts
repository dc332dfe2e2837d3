import { lookFile } from '../../features/rendering/look.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(lookFile);
