import * as z from 'zod/mini';
import { positiveId } from '../../../lib/form-fields.ts';
import { participationRefused } from '../../session/contracts/participation.ts';
import { VOTE_TYPE, VOTES } from '../vote.ts';

/** A vote (spec §7; contract.md, Community): an answer has the new count and its change. */
export const voteCall = {
  address: '/forums/sdthreadrate_ajax.php',
  // A vote is a value, not a step.
  isRepeatable: true,
  form: z.object({
    postid: positiveId(),
    votetypeid: z.pipe(
      z.enum(['1', '2']),
      z.transform((type) => (type === '1' ? VOTE_TYPE.deal : VOTE_TYPE.comment)),
    ),
    vote: z.pipe(
      z.enum(['1', '-1', '0']),
      z.transform((cast) => (cast === '1' ? VOTES.up : cast === '-1' ? VOTES.down : VOTES.neutral)),
    ),
  }),
  answer: z.union([
    z.object({ threadid: z.number(), postid: z.number(), score: z.nullable(z.number()), voted: z.number() }),
    participationRefused,
  ]),
};
export type Cast = z.infer<typeof voteCall.form>;
export type VoteAnswer = z.infer<typeof voteCall.answer>;

/** Shown where a vote was not counted (spec §8). */
export const MESSAGES = {
  failed: 'error in voting response',
  tooFast: 'You are voting very fast, so this vote did not count. Please wait a minute.',
} as const;
