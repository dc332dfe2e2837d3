import type { GeneratedAlways } from 'kysely';
import type { Role } from '../../../lib/roles.ts';
import type { Defaulted, Timestamp, OptionalTimestamp } from './columns.ts';

/** Accounts, and everything that proves who somebody is. */
export interface AccountsTables {
  accounts: AccountTable;
  former_accounts: FormerAccountTable;
  avatars: { user_id: number; digest: string; image: Buffer };
  identities: { provider: Provider; subject: string; user_id: number; created_at: Timestamp };
  sessions: SessionTable;
  tokens: TokenTable;
  past_emails: PastEmailTable;
}

/** The account of a member. Imported members have none. */
interface AccountTable {
  user_id: number;
  /** As the member typed it. */
  email: string;
  /** The normalized address (`emailKey`), which is unique. */
  email_key: string;
  email_verified_at: OptionalTimestamp;
  /** PHC string; null for a member who only signs in by a provider or a link. */
  password_hash: string | null;
  dark_mode: Defaulted<boolean | null>;
  created_at: Timestamp;
  role: Defaulted<Role>;
  /** Until when the member may not vote, comment or report. */
  suspended_until: OptionalTimestamp;
  /** Part of the signature of known-device cookies: incrementing it invalidates all of them. */
  device_epoch: Defaulted<number>;
}

/** A deleted account, or a former address of a suspended member; kept for a while, so that a new account does not evade a suspension. */
interface FormerAccountTable {
  user_id: number;
  /** Keyed hash of the e-mail address. */
  address: string;
  /** Null when the account still exists, with another address. */
  deleted_at: OptionalTimestamp;
  suspended_until: OptionalTimestamp;
  /** The member who has signed up with the address since. */
  now_user_id: Defaulted<number | null>;
  /** When the row is deleted. */
  forget_at: Timestamp;
}

export type Provider = 'google' | 'facebook';

interface SessionTable {
  /** SHA-256 of the token in the cookie. */
  token_hash: Buffer;
  /** Public id, which pages may show. */
  id: GeneratedAlways<string>;
  user_id: number;
  created_at: Timestamp;
  seen_at: Timestamp;
  /** When the member last proved who they are. */
  signed_in_at: Timestamp;
  /** Whether the cookie persists after the browser is closed. */
  lasting: boolean;
  /** Browser and operating system, from the User-Agent. */
  device: string;
  /** Whether it expired instead of being ended by somebody; it is about to be deleted. */
  lapsed: Defaulted<boolean>;
}

export type TokenPurpose = 'verify-email' | 'change-email' | 'restore-email' | 'reset-password' | 'magic-link';

interface TokenTable {
  /** SHA-256 of the token in the link. */
  token_hash: Buffer;
  purpose: TokenPurpose;
  user_id: number;
  /** The address that the link was sent to. */
  email: string;
  expires_at: Timestamp;
}

/** Former verified addresses of accounts, kept as long as the owner can restore them. */
interface PastEmailTable {
  id: GeneratedAlways<number>;
  user_id: number;
  email: string;
  email_key: string;
  changed_at: Timestamp;
}
