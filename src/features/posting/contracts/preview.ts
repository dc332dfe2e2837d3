import * as z from 'zod/mini';
import { POST_DEAL } from '../../../lib/community-paths.ts';
import { participationRefused } from '../../session/contracts/participation.ts';
import { formKey, postFault, postFields } from './fields.ts';

/** Stores what was typed, and answers with the address of the preview. */
export const previewCall = {
  address: POST_DEAL,
  do: 'preview',
  isRepeatable: true,
  form: z.extend(postFields, { key: formKey, waiting: z._default(z.string(), ''), again: z._default(z.string(), '') }),
  answer: z.union([z.object({ preview: z.string() }), postFault, participationRefused]),
};
export type PreviewAnswer = z.infer<typeof previewCall.answer>;
