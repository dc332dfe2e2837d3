import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A calendar day as `YYYY-MM-DD`. */
type Day = string;
/** Money in the smallest unit of its currency. */
type Cents = number;

export interface Tables {
  settings: { key: string; value: string };
  forums: { id: Generated<number>; slug: string; title: string; position: number };
  categories: CategoryTable;
  stores: { id: Generated<number>; slug: string; name: string; host: string; url: string; description: string };
  brands: { id: Generated<number>; slug: string; name: string };
  collections: CollectionTable;
  members: MemberTable;
  deals: DealTable;
  deal_collections: { thread_id: number; collection_id: number };
  price_observations: { thread_id: number; observed_on: Day; cents: Cents };
  comments: CommentTable;
  offers: OfferTable;
  changes: ChangeTable;
  merged_deals: MergedDealTable;
  lowest_prices: { thread_id: number };
  deal_tallies: { kind: Tally; deals: number };
  accounts: AccountTable;
  former_accounts: FormerAccountTable;
  avatars: { user_id: number; digest: string; image: Buffer };
  identities: { provider: Provider; subject: string; user_id: number; created_at: Timestamp };
  sessions: SessionTable;
  tokens: TokenTable;
  past_emails: PastEmailTable;
  outbox: OutboxTable;
  votes: VoteTable;
  reports: ReportTable;
  moderation_actions: ModerationActionTable;
  drafts: { user_id: number; about: string; body: string; saved_at: Timestamp };
  reputation_due: { user_id: number };
  search_names: { stems: string; kind: 's' | 'b' | 'c'; id: number };
  search_words: { word: string; stem: string; deals: number };
  search_due: { id: GeneratedAlways<number>; thread_id: number; before: string | null; after: string | null };
  search_synonyms: { stems: string; means: string };
  suggestions: SuggestionTable;
  suggestion_keys: { part: 'w' | 'n' | 'u'; rank: number; key: string; suggestion_id: number };
  suggestion_filed: { kind: SuggestionKind; ref: number; deals: number };
  suggestion_due: SuggestionDueTable;
  suggestion_names_due: { id: GeneratedAlways<number>; kind: SuggestionKind; ref: number };
  search_counts: { day: Day; phrase: string; visitors: number };
  trending_searches: { place: number; folded: string; phrase: string };
  rate_limits: { key: string; points: number; expire: number | null };
}

/** A deal that is shown counts as `shown`; the others count those of them that are live, that are on the front page, and both. */
type Tally = 'shown' | 'shown-live' | 'frontpage' | 'frontpage-live';

/** Name of a product, pair of words, store, brand, category, user. */
export type SuggestionKind = 'k' | 'p' | 's' | 'b' | 'c' | 'u';

/** Phrases that the search box suggests (migrations/0009-suggestions.ts). */
interface SuggestionTable {
  id: GeneratedAlways<number>;
  kind: SuggestionKind;
  /** The id of what is named; 0 for words. */
  ref: Defaulted<number>;
  folded: string;
  phrase: string;
  deals: Defaulted<number>;
  hot: Defaulted<boolean>;
  rank: number | null;
}

/** A live deal that came (1) or went (-1). */
interface SuggestionDueTable {
  id: GeneratedAlways<number>;
  each: 1 | -1;
  title: string;
  store_id: number;
  brand_id: number | null;
  category_id: number;
}

interface CategoryTable {
  id: Generated<number>;
  slug: string;
  name: string;
  parent_id: number | null;
  kind: string | null;
  tint: Defaulted<string>;
  position: number;
}

interface CollectionTable {
  id: Generated<number>;
  slug: string;
  title: string;
  description: string;
  position: number;
  rule: ColumnType<CollectionRule, string, string>;
}

/** What a browse collection holds; checked when it is imported. */
export interface CollectionRule {
  items: 'deals' | 'offers';
  minPercent?: number;
  maxCents?: Cents;
  categories?: string[];
  lowest?: boolean;
  picked?: boolean;
  offerType?: 'coupon' | 'cashback';
  expired?: boolean;
}

interface MemberTable {
  user_id: Generated<number>;
  source: string;
  source_id: string;
  username: string;
  reputation: Defaulted<number>;
  joined_at: Timestamp;
  /** Digest of an uploaded picture, or the number of a generated one; null is the generated one of the id. */
  avatar: Defaulted<string | null>;
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

export type Role = 'member' | 'moderator';

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
  /** What the browser said it is, in words. */
  device: string;
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

/** Mails that wait to be sent, and those that were given up. */
interface OutboxTable {
  id: Generated<number>;
  kind: string;
  data: ColumnType<Record<string, unknown>, string, string>;
  created_at: Defaulted<Date>;
  due_at: Defaulted<Date>;
  attempts: Defaulted<number>;
  last_error: string | null;
  /** When it was given up; null while it waits. */
  failed_at: OptionalTimestamp;
}

export type DealStatus = 'scheduled' | 'live' | 'expired';

interface DealTable {
  thread_id: Generated<number>;
  post_id: Generated<number>;
  source: string;
  source_id: string;
  title: string;
  description: Defaulted<string>;
  kind: string | null;
  image_url: string | null;
  store_id: number;
  brand_id: number | null;
  category_id: number;
  forum_id: number;
  url: string;
  price_cents: Cents;
  list_price_cents: Cents | null;
  list_price_seen: Day | null;
  currency: Defaulted<string>;
  coupon_code: string | null;
  variants: Defaulted<string[]>;
  posted_at: Timestamp;
  updated_at: Timestamp;
  starts_at: OptionalTimestamp;
  expires_at: OptionalTimestamp;
  status: Defaulted<DealStatus>;
  posted_by: number | null;
  votes_up: Defaulted<number>;
  votes_down: Defaulted<number>;
  comment_count: Defaulted<number>;
  /** Hot order: see `hotRank`; changes only when votes or the posting time do. */
  rank: Defaulted<number>;
  percent_off: GeneratedAlways<number | null>;
  /** 1 for expired deals, which sort after all others; else 0. */
  sunk: GeneratedAlways<number>;
  /** Words of the title (weight A), variants (B) and description (D), and what it is filed under (migration 0008). */
  search: GeneratedAlways<string>;
  /** When the row last changed here; `updated_at` is what the source says. */
  changed_at: Defaulted<Date>;
  /** When what a reader sees last changed, by the deal's own times; triggers keep it (migration 0013). */
  modified_at: Defaulted<Date>;
}

interface CommentTable {
  post_id: Generated<number>;
  thread_id: number;
  parent_id: number | null;
  user_id: number | null;
  source: string;
  source_id: string;
  body: string;
  posted_at: Timestamp;
  votes_up: Defaulted<number>;
  votes_down: Defaulted<number>;
  /** Hidden ones wait for a moderator, or were hidden by one; of one that is deleted the body is gone, or goes after a while. */
  status: Defaulted<'shown' | 'hidden' | 'deleted'>;
  edited_at: OptionalTimestamp;
}

export type OfferType = 'coupon' | 'cashback';

interface OfferTable {
  id: Generated<number>;
  source: string;
  source_id: string;
  offer_type: OfferType;
  title: string;
  description: Defaulted<string>;
  terms: Defaulted<string>;
  kind: string | null;
  store_id: number | null;
  maker: string | null;
  code: string | null;
  percent: number | null;
  amount_cents: Cents | null;
  minimum_cents: Cents | null;
  currency: Defaulted<string>;
  url: string | null;
  year: number | null;
  posted_at: Timestamp;
  starts_at: OptionalTimestamp;
  expires_at: OptionalTimestamp;
  status: Defaulted<DealStatus>;
  changed_at: Defaulted<Date>;
  /** As of deals. */
  modified_at: Defaulted<Date>;
}

interface VoteTable {
  user_id: number;
  post_id: number;
  vote: 1 | -1;
  cast_at: Timestamp;
  /** Keyed hashes of the network address and the browser it came from; forgotten after a while. */
  network: Defaulted<string | null>;
  browser: Defaulted<string | null>;
}

/** Why a post is reported: the spec's reasons (§3), and two that are said of deals. */
type ReportReason = 'Spam' | 'Repost' | 'Troll' | 'Other' | 'Expired' | 'Works again';

interface ReportTable {
  id: GeneratedAlways<number>;
  post_id: number;
  /** The id stays when the member is gone. */
  user_id: number;
  reason: ReportReason;
  note: Defaulted<string>;
  created_at: Timestamp;
  /** When a moderator, or what members' reports did, settled it; open ones are null. */
  settled_at: OptionalTimestamp;
  /** Keyed hashes of where it came from, forgotten after a while. */
  network: Defaulted<string | null>;
  browser: Defaulted<string | null>;
  /** Whether it does something by itself, or is for moderators alone. */
  counts: Defaulted<boolean>;
}

export type ModerationAction = 'keep' | 'hide' | 'delete' | 'expire' | 'revive' | 'warn' | 'suspend' | 'remove-votes';

interface ModerationActionTable {
  id: GeneratedAlways<number>;
  action: ModerationAction;
  post_id: number | null;
  thread_id: number | null;
  /** The member it was done to. */
  user_id: number | null;
  /** Null for what members' reports did by themselves. */
  moderator_id: number | null;
  reason: Defaulted<string>;
  /** The end of a suspension. */
  until: OptionalTimestamp;
  /** What undoing it puts back. */
  before: ColumnType<unknown, string | undefined, string>;
  done_at: Timestamp;
  undone_at: OptionalTimestamp;
}

/** The journal that triggers write (migrations/0002-changes.ts). */
interface ChangeTable {
  seq: GeneratedAlways<number>;
  /** The transaction of the change. */
  tx: GeneratedAlways<string>;
  noted_at: GeneratedAlways<Date>;
  subject: string;
  id: number | null;
  before: ColumnType<unknown, never, never>;
  after: ColumnType<unknown, never, never>;
  quiet: Defaulted<boolean>;
}

/** A duplicate that is gone: what led to it leads to the deal that it was merged into. */
interface MergedDealTable {
  thread_id: number;
  into_thread_id: number;
  source: string;
  source_id: string;
  merged_at: Defaulted<Date>;
}
