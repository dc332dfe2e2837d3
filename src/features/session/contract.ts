/** Who is looking (contract.md, Session). */
export interface Viewer {
  userid: number;
  username: string;
  avatar: string;
  reputation: number;
  hasUnverifiedEmail: boolean;
  hasNotSetPassword: boolean;
  /** The member's own choice of theme; null follows the system. */
  darkMode: boolean | null;
  /** Said of moderators alone. */
  role?: 'moderator';
}

export interface SessionAnswer {
  user: Viewer | null;
  securitytoken: string;
}

/** `securitytoken` of whoever is not signed in (spec §6). */
export const GUEST_TOKEN = 'guest';

/** What is said when a call has no answer (spec §8). By itself, because every page's script carries it. */
export const FAILED = 'An error has occurred. Please try again.';

/** The message of an action that was tried too often. */
export const TOO_MANY = 'Too many tries. Please wait a few minutes, or reset your password.';
