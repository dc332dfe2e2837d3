import * as z from 'zod/mini';
import { success } from '../../../lib/answers.ts';
import { wholeNumber } from '../../../lib/form-fields.ts';

/** Answers and fields that several calls of deal alerts have. */

export const refused = z.object({ success: z.literal(false), message: z.string() });

/** Of a new alert: a guest's criteria are kept for a day, and the alert is made with whatever signs them in. */
export const added = z.union([
  z.object({
    success: z.literal(true),
    alertid: z.number(),
    criteriaId: z.string(),
    /** The alert of the same criteria that was there, where that was changed instead. */
    changed: z.optional(z.object({ title: z.string() })),
  }),
  z.object({ doLogin: z.literal(true), criteriaId: z.optional(z.string()) }),
  z.object({ unconfirmed: z.literal(true), criteriaId: z.string() }),
  refused,
]);
export type AddAnswer = z.infer<typeof added>;

export const changed = z.union([success, z.object({ doLogin: z.literal(true) }), refused]);
export type ChangedAnswer = z.infer<typeof changed>;

export const alertIdField = z.object({ alertid: wholeNumber(1, undefined, 'must be the id of an alert') });
