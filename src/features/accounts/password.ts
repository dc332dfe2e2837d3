/** Characters of a password (spec §9; the most that is hashed is ours). */
const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;

/** A password as it is counted and hashed: the same on every keyboard. */
export const normalizePassword = (password: string) => password.normalize('NFKC');

/** Length in characters as a person counts them. */
const length = (password: string) => [...normalizePassword(password)].length;

export const isLongEnough = (password: string) => length(password) >= SHORTEST_PASSWORD;

/** Why a new password is refused for its length, by the name of the message; undefined when it can (spec §5). */
export function passwordFault(password: string): 'passwordHelp' | 'passwordLong' | undefined {
  if (!isLongEnough(password)) return 'passwordHelp';
  return length(password) > LONGEST_PASSWORD ? 'passwordLong' : undefined;
}
