import type { GuardedContract } from '../../../lib/call.ts';
import { isRecord } from '../../../lib/is-record.ts';

/** How the member voted, by thread ids of deals and post ids of comments. */
export type OwnVotes = Record<string, 'up' | 'down'>;

/** Thread ids of deals, and post ids of comments. */
export type OwnVotesField = 'ti[]' | 'pi[]';

/** The member's votes on posts (spec §7, threadrate.php). */
export const ownVotesCall: GuardedContract<OwnVotes> = {
  address: '/ajax/threadrate.php',
  isAnswer: (json): json is OwnVotes => isRecord(json) && Object.values(json).every((vote) => vote === 'up' || vote === 'down'),
};
