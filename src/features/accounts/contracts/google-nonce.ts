import * as z from 'zod/mini';

/** The nonce that Google is to put into its token. */
export const googleNonceCall = { address: '/auth/google/nonce/', query: z.object({}), answer: z.object({ nonce: z.string() }) };
export type NonceAnswer = z.infer<typeof googleNonceCall.answer>;
