import { voteForm } from '../../features/votes/votes.server.ts';

export const prerender = false;

export const ALL = voteForm;
