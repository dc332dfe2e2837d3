import { answerForum } from '../../features/deals/forum.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(answerForum);
