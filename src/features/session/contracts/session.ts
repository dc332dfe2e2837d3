import type { GuardedContract } from '../../../lib/call.ts';
import { isRecord } from '../../../lib/is-record.ts';

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
  /** How many notifications are not read, up to 100. */
  unread: number;
  /** Only for moderators and administrators. */
  role?: 'moderator' | 'administrator';
}

export interface SessionAnswer {
  user: Viewer | null;
  securitytoken: string;
}

/** `securitytoken` of whoever is not signed in (spec §6). */
export const GUEST_TOKEN = 'guest';

export const sessionCall: GuardedContract<SessionAnswer> = {
  address: '/web-api/session/',
  isAnswer: (json): json is SessionAnswer =>
    isRecord(json) && typeof json['securitytoken'] === 'string' && (json['user'] === null || isViewer(json['user'])),
};

const isViewer = (user: unknown): user is Viewer =>
  isRecord(user) &&
  [user['userid'], user['reputation'], user['unread']].every(Number.isFinite) &&
  [user['username'], user['avatar']].every((text) => typeof text === 'string') &&
  [user['hasUnverifiedEmail'], user['hasNotSetPassword']].every(isFlag) &&
  (user['darkMode'] === null || isFlag(user['darkMode'])) &&
  (user['role'] === undefined || user['role'] === 'moderator' || user['role'] === 'administrator');

const isFlag = (value: unknown) => typeof value === 'boolean';
