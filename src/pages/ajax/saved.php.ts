import { answerOwnSaved } from '../../features/saved/own-saved.server.ts';
import { formEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = formEndpoint(answerOwnSaved);
