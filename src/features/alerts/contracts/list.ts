import * as z from 'zod/mini';
import { ALERTS_CALL } from './alert-fields.ts';
import { CHANNELS, FREQUENCIES } from '../../../lib/alert-delivery.ts';

/** An alert as its member sees it. */
const alert = z.object({
  alertid: z.number(),
  criteriaId: z.string(),
  title: z.string(),
  /** What is looked for, in words. */
  criteria: z.string(),
  /** The page that shows deals of these criteria. */
  path: z.string(),
  source: z.string(),
  frequency: z.enum(FREQUENCIES),
  notification: z.array(z.enum(CHANNELS)),
  votelevel: z.number(),
  targetforums: z.array(z.number()),
  newlow: z.boolean(),
  /** In cents; null where there is no such limit. */
  minCents: z.nullable(z.number()),
  maxCents: z.nullable(z.number()),
  minPercent: z.nullable(z.number()),
  coupon: z.boolean(),
  createdAt: z.string(),
  paused: z.boolean(),
});
export type Alert = z.infer<typeof alert>;

/** The member's own alerts, the newest first. */
export const listCall = {
  address: ALERTS_CALL,
  do: 'list',
  isRepeatable: true,
  form: z.object({}),
  answer: z.union([z.object({ alerts: z.array(alert) }), z.object({ doLogin: z.literal(true) })]),
};
export type ListAnswer = z.infer<typeof listCall.answer>;
