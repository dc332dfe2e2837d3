import { answerSession } from '../../features/session/session-answer.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(answerSession);
