/** The message when a call has no answer (spec §8). */
export const FAILED = 'An error has occurred. Please try again.';

/** The message of an action that was tried too often. */
export const TOO_MANY = 'Too many tries. Please wait a few minutes, or reset your password.';
