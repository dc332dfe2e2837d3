import { pagePayload } from '../../../features/publishing/payload.server.ts';
import { webApiEndpoint } from '../../../server/http/endpoint.ts';

export const ALL = webApiEndpoint(pagePayload);
