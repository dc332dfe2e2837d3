import * as z from 'zod/mini';

/** Answers, and parts of them, that several calls have. */

/** A text for people; of several the first shows (spec §8). */
export const message = z.union([
  z.string(),
  z.pipe(
    z.array(z.string()),
    z.transform(([first = '']) => first),
  ),
]);

/** Every outcome that has no shape of its own (contract.md, Rules for every call). */
export const errorAnswer = z.object({ status: z.literal('error'), message, error: z.optional(z.string()) });
export type ErrorAnswer = z.infer<typeof errorAnswer>;

export const successStatus = z.object({ status: z.literal('success') });
export const success = z.object({ success: z.literal(true) });
