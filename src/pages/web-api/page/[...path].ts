import { pagePayload } from '../../../features/rendering/payload.server.ts';
import { webApiEndpoint } from '../../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = webApiEndpoint(pagePayload);
