import * as z from 'zod/mini';
import { success } from '../../../lib/answers.ts';
import { wholeNumber } from '../../../lib/form-fields.ts';
import { addFields, ALERTS_CALL, CHANNELS, FREQUENCIES, previewFields, updateFields, type ADD_METHODS } from './alert-fields.ts';

const refused = z.object({ success: z.literal(false), message: z.string() });
/** A guest's criteria are kept for a day, and the alert is made with whatever signs them in. */
const doLogin = z.object({ doLogin: z.literal(true), criteriaId: z.optional(z.string()) });
const unconfirmed = z.object({ unconfirmed: z.literal(true), criteriaId: z.string() });

/** A new alert by one of the three `addMethod`s. */
const addCall = (method: (typeof ADD_METHODS)[number]) => ({
  address: ALERTS_CALL,
  do: method,
  form: addFields,
  answer: z.union([z.object({ success: z.literal(true), alertid: z.number(), criteriaId: z.string() }), doLogin, unconfirmed, refused]),
});
export const addByWordsCall = addCall('do-add');
export const addByCriteriaCall = addCall('addByCriteriaId');
export const addByTagCall = addCall('do-add-widget');
export type AddAnswer = z.infer<typeof addByWordsCall.answer>;

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
      /** The newest of them. */
      deals: z.array(z.object({ threadId: z.number(), title: z.string(), path: z.string(), matchedAt: z.string() })),
      /** What of the criteria the deal that was named meets. */
      why: z.optional(z.object({ threadId: z.number(), title: z.string(), matches: z.boolean(), conditions: z.array(condition) })),
    }),
    refused,
  ]),
};
export type PreviewAnswer = z.infer<typeof previewCall.answer>;

const changed = z.union([success, z.object({ doLogin: z.literal(true) }), refused]);
export type ChangedAnswer = z.infer<typeof changed>;

export const updateCall = { address: ALERTS_CALL, do: 'update', form: updateFields, answer: changed };

const one = z.object({ alertid: wholeNumber(1, undefined, 'must be the id of an alert') });
export const pauseCall = { address: ALERTS_CALL, do: 'pause', isRepeatable: true, form: one, answer: changed };
export const resumeCall = { address: ALERTS_CALL, do: 'resume', isRepeatable: true, form: one, answer: changed };
export const deleteCall = { address: ALERTS_CALL, do: 'delete', isRepeatable: true, form: one, answer: changed };

/** An alert as its member sees it. */
export const alert = z.object({
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
