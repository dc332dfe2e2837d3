import { answerAutocomplete } from '../../../features/search/suggestions/answer.server.ts';
import { webApiEndpoint } from '../../../server/http/endpoint.ts';

export const ALL = webApiEndpoint(answerAutocomplete);
