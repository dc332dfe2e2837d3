import * as z from 'zod/mini';
import { ALERTS_CALL, previewFields } from './alert-fields.ts';
import { refused } from './answers.ts';

const condition = z.object({ condition: z.string(), met: z.boolean() });

/** A dry run over the last 30 days, for anybody. */
export const previewCall = {
  address: ALERTS_CALL,
  do: 'preview',
  form: previewFields,
  answer: z.union([
    z.object({
      /** What is looked for, in words. */
      title: z.string(),
      criteriaId: z.string(),
      perWeek: z.number(),
      /** Deals of the last 30 days that would have come. */
      total: z.number(),
      /** Whether there may be more: only the newest 2,000 were gone through. */
      isPartial: z.optional(z.boolean()),
      /** The newest of them. */
      deals: z.array(z.object({ threadId: z.number(), title: z.string(), path: z.string(), matchedAt: z.string() })),
      /** What of the criteria the deal that was named meets. */
      why: z.optional(z.object({ threadId: z.number(), title: z.string(), matches: z.boolean(), conditions: z.array(condition) })),
    }),
    refused,
  ]),
};
export type PreviewAnswer = z.infer<typeof previewCall.answer>;
