import { pagePayload } from '../features/rendering/payload.server.ts';
import { PAGE_CALL } from '../lib/page-calls.ts';
import { webApiEndpoint } from '../server/http/endpoint.ts';

export const prerender = false;

/** Without a path it is the call for the home page (contract.md, Browse). */
export const ALL = webApiEndpoint((call) => pagePayload({ ...call, path: PAGE_CALL }));
