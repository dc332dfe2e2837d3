import type { GeneratedAlways } from 'kysely';
import type { Role } from '../../../lib/roles.ts';
import type { Defaulted, Timestamp, OptionalTimestamp } from './columns.ts';

/** What members sign in with. */
export interface AccountsTables {
  accounts: AccountTable;
  former_accounts: FormerAccountTable;
  avatars: { user_id: number; digest: string; image: Buffer };
  identities: { provider: Provider; subject: string; user_id: number; created_at: Timestamp };
  sessions: SessionTable;
  tokens: TokenTable;
  past_emails: PastEmailTable;
}

/** What a member signs in with; members that were imported have none. */
interface AccountTable {
  user_id: number;
  /** As it was written. */
  email: string;
  /** What it is unique by (`emailKey`). */
  email_key: string;
  email_verified_at: OptionalTimestamp;
  /** In PHC form; null when the member signs in by other means only. */
  password_hash: string | null;
  dark_mode: Defaulted<boolean | null>;
  created_at: Timestamp;
  role: Defaulted<Role>;
  /** Until when the member may not vote, comment or report. */
  suspended_until: OptionalTimestamp;
  /** Cookies of known browsers are signed with it: counting on makes all of them worthless. */
  device_epoch: Defaulted<number>;
}

/** What is kept for a while of an account that was deleted, or of an address that a suspended member had before. */
interface FormerAccountTable {
  user_id: number;
  /** Keyed hash of the e-mail address. */
  address: string;
  /** Null while the account goes on under another address. */
  deleted_at: OptionalTimestamp;
  suspended_until: OptionalTimestamp;
  /** Who has signed up with the address since. */
  now_user_id: Defaulted<number | null>;
  forget_at: Timestamp;
}

export type Provider = 'google' | 'facebook';

interface SessionTable {
  /** SHA-256 of what the cookie holds. */
  token_hash: Buffer;
  /** What a page may show of it. */
  id: GeneratedAlways<string>;
  user_id: number;
  created_at: Timestamp;
  seen_at: Timestamp;
  /** When the member last proved who they are. */
  signed_in_at: Timestamp;
  /** Whether the cookie outlives the browser. */
  lasting: boolean;
  /** The name of the browser and system, from its User-Agent. */
  device: string;
  /** Whether it is over by itself, and is about to be cleared away: nobody ended it. */
  lapsed: Defaulted<boolean>;
}

export type TokenPurpose = 'verify-email' | 'change-email' | 'restore-email' | 'reset-password' | 'magic-link';

interface TokenTable {
  /** SHA-256 of what the link holds. */
  token_hash: Buffer;
  purpose: TokenPurpose;
  user_id: number;
  /** The address it was sent to. */
  email: string;
  expires_at: Timestamp;
}

/** Verified addresses that accounts had, for as long as they can be taken back. */
interface PastEmailTable {
  id: GeneratedAlways<number>;
  user_id: number;
  email: string;
  email_key: string;
  changed_at: Timestamp;
}
