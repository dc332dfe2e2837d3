/** What a moderator asked for and cannot be done, in words for the moderator. It ends the transaction of the deed. */
export class Declined extends Error {}

/** Nobody decides in a case of their own. */
export const OWN_CASE = {
  post: 'You wrote this yourself: another moderator decides about it. Nothing was changed.',
  action: 'This was done to you or to what you wrote: another moderator decides about it. Nothing was changed.',
  votes: 'You are one of these members: another moderator decides about them. Nothing was changed.',
} as const;
