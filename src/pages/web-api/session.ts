import { webApiEndpoint } from '../../server/http/endpoint.ts';

/** Who is looking (contract.md, Session). */
export const ALL = webApiEndpoint(() => ({ user: null, securitytoken: 'guest' }));
