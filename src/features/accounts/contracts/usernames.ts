import * as z from 'zod/mini';

/** Names to choose from, all valid and free (contract.md, Accounts). */
export const usernamesCall = {
  address: '/profile/user/generateUsernames/',
  query: z.object({}),
  answer: z.object({ usernames: z.array(z.string()) }),
};
export type UsernamesAnswer = z.infer<typeof usernamesCall.answer>;
