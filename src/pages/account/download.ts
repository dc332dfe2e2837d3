import { downloadOwnData } from '../../features/members/own-data.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(downloadOwnData);
