import { countUnread } from '../../features/notifications/shown.server.ts';
import { answerSession } from '../../features/session/session-answer.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint((call) => answerSession(call, countUnread));
