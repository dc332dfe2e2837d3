/** Roles of accounts: moderators decide about posts and edit deals; administrators also appoint moderators and administrators. */
export const ROLES = ['member', 'moderator', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** Whether an account of this role has what moderators have; null is no account. */
export const mayModerate = (role: Role | null): boolean => role === 'moderator' || role === 'administrator';

/** A role in a sentence, such as "a moderator". */
export const ROLE_NAMES: Record<Role, string> = { member: 'a member', moderator: 'a moderator', administrator: 'an administrator' };
