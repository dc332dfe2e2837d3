import * as z from 'zod/mini';

/** A comment as it was typed, by its id: to quote or to edit. An extension of ours. */
export const sourceCall = {
  address: '/comments/source/',
  query: z.object({}),
  answer: z.object({ message: z.string() }),
};
export type SourceAnswer = z.infer<typeof sourceCall.answer>;
