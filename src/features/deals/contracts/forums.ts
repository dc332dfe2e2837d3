import * as z from 'zod/mini';

/** All forums, as a choice of them lists them (spec §3, Forum selection). */
export const forumsCall = {
  address: '/web-api/forums/',
  query: z.object({}),
  answer: z.object({ forums: z.array(z.object({ label: z.string(), value: z.number() })) }),
};
export type ForumsAnswer = z.infer<typeof forumsCall.answer>;
