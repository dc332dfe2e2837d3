import { answerAutocomplete } from '../../../features/search/suggestions/answer.server.ts';
import { readEndpoint } from '../../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(answerAutocomplete);
