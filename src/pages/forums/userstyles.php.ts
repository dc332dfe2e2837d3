import { footstepsScript } from '../../features/tracking/userstyles.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(footstepsScript);
