import { checkUser } from '../../features/accounts/user-check.server.ts';
import { formEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = formEndpoint(checkUser);
