import * as z from 'zod/mini';
import { participationRefused } from '../../session/contracts/participation.ts';

/** What is shown of a code's evidence. */
const couponEvidence = z.object({
  worked: z.number(),
  total: z.number(),
  within: z.enum(['week', 'month']),
  percent: z.number(),
  lastWorkedAt: z.nullable(z.string()),
});

/** Whether a coupon worked: of a deal (`DEAL-12`) or an offer (`PCO-12`), by the code that was tried. An answer takes the place of the one before. */
export const couponResultCall = {
  address: '/web-api/coupon-results/',
  isRepeatable: true,
  form: z.object({
    about: z.string().check(z.regex(/^(?:DEAL|PCO)-[1-9]\d{0,14}$/)),
    code: z.string().check(z.minLength(1), z.maxLength(200)),
    worked: z.enum(['1', '0']),
  }),
  answer: z.union([z.object({ worked: z.boolean(), counts: z.boolean(), evidence: z.nullable(couponEvidence) }), participationRefused]),
};
export type CouponResultAnswer = z.infer<typeof couponResultCall.answer>;

export const MESSAGES = {
  thanks: 'Thank you. Others see it now.',
  later: 'Thank you. Answers from accounts younger than 14 days are not shown to others.',
  gone: 'This coupon no longer exists.',
  tooFast: 'You are answering very fast. Please wait a few minutes.',
  failed: 'Your answer did not reach us. Please try again.',
} as const;
