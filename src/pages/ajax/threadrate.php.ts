import { answerOwnVotes } from '../../features/votes/own-votes.server.ts';
import { formEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = formEndpoint(answerOwnVotes);
