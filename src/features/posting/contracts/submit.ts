import * as z from 'zod/mini';
import { POST_DEAL } from '../../../lib/community-paths.ts';
import { participationRefused } from '../../session/contracts/participation.ts';
import { formKey, postFault, postFields } from './fields.ts';

/** Posts a deal (contract.md, Posting): where it is, or that it waits for a look. */
export const submitCall = {
  address: POST_DEAL,
  do: 'submit',
  // Repeating the same form adds no second deal.
  isRepeatable: true,
  form: z.extend(postFields, {
    key: formKey,
    /** The id of a waiting submission that is changed; empty for a new deal. */
    waiting: z._default(z.string(), ''),
    /** The id of a refused submission that is sent again; otherwise empty. */
    again: z._default(z.string(), ''),
  }),
  answer: z.union([z.object({ path: z.string() }), z.object({ waiting: z.literal(true) }), postFault, participationRefused]),
};
export type SubmitAnswer = z.infer<typeof submitCall.answer>;
