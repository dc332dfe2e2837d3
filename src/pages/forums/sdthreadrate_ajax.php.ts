import { castVote } from '../../features/votes/votes.server.ts';
import { formEndpoint } from '../../server/http/endpoint.ts';

export const ALL = formEndpoint(castVote);
