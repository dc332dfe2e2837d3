import { answerUsernames } from '../../../features/accounts/usernames.server.ts';
import { readEndpoint } from '../../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(answerUsernames);
