import { voteForm } from '../../features/votes/votes.server.ts';

export const ALL = voteForm;
