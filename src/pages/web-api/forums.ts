import { answerForums } from '../../features/deals/forums.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(answerForums);
