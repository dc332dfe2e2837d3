import { issueNonce } from '../../../features/accounts/sign-in/google.server.ts';
import { readEndpoint } from '../../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(issueNonce);
