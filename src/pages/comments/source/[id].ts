import { answerSource } from '../../../features/comments/source.server.ts';
import { readEndpoint } from '../../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(answerSource);
