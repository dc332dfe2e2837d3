import { answerSession } from '../../features/accounts/session-answer.server.ts';
import { webApiEndpoint } from '../../server/http/endpoint.ts';

export const ALL = webApiEndpoint(answerSession);
