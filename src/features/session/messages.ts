/** The message when a call has no answer (spec §8). */
export const FAILED = 'An error has occurred. Please try again.';

/** The message of an action that was tried too often. */
export const TOO_MANY = 'Too many tries. Please wait a few minutes, or reset your password.';

/** The message when another member has logged in since the page was loaded. */
export const loggedInAs = (username: string) => `You are logged in as ${username} now. Press again to do this with that account.`;
