import { photoCopy } from '../../features/pictures/photo-copy.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(photoCopy);
