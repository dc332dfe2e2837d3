import { answerReplies } from '../../../features/comments/replies.server.ts';
import { readEndpoint } from '../../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(answerReplies);
