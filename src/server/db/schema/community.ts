import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Defaulted, Timestamp, OptionalTimestamp } from './columns.ts';

/** What members write, and what is done about it. */
export interface CommunityTables {
  members: MemberTable;
  comments: CommentTable;
  votes: VoteTable;
  reports: ReportTable;
  coupon_results: CouponResultTable;
  hidden_deals: HiddenDealTable;
  moderation_actions: ModerationActionTable;
  drafts: { user_id: number; about: string; body: string; saved_at: Timestamp };
  reputation_due: { user_id: number };
  hourly_reputations: HourlyReputationTable;
  submissions: SubmissionTable;
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

/** Members with comments in many threads. */
interface HourlyReputationTable {
  user_id: number;
  /** From when on the reputation is worked out again. */
  next_at: Timestamp;
  /** Whether there is anything to work out then. */
  is_due: Defaulted<boolean>;
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

interface VoteTable {
  user_id: number;
  post_id: number;
  vote: 1 | -1;
  cast_at: Timestamp;
  /** Keyed hashes of the network address and the browser it came from; forgotten after a while. */
  network: Defaulted<string | null>;
  browser: Defaulted<string | null>;
}

/** Deals that a member does not want to see. */
interface HiddenDealTable {
  user_id: number;
  thread_id: number;
  hidden_at: Timestamp;
}

/** Whether a code of a deal, or of an offer, worked for a member. */
interface CouponResultTable {
  id: GeneratedAlways<number>;
  user_id: number;
  thread_id: number | null;
  offer_id: number | null;
  /** In capital letters, without spaces around it. */
  code: string;
  worked: boolean;
  answered_at: Timestamp;
  /** Whether the account was established when it answered. */
  counts: boolean;
  /** How recent it is by the pages that show it. */
  age: Defaulted<'week' | 'month' | 'old'>;
}

/** Why a post is reported: the spec's reasons (§3), and two for deals alone. */
type ReportReason = 'Spam' | 'Repost' | 'Troll' | 'Other' | 'Expired' | 'Works again';

interface ReportTable {
  id: GeneratedAlways<number>;
  post_id: number;
  /** The id stays when the member is gone. */
  user_id: number;
  reason: ReportReason;
  note: Defaulted<string>;
  created_at: Timestamp;
  /** When a moderator, or what members' reports did, resolved it; open ones are null. */
  resolved_at: OptionalTimestamp;
  /** Keyed hashes of where it came from, forgotten after a while. */
  network: Defaulted<string | null>;
  browser: Defaulted<string | null>;
  /** Whether it does something by itself, or is for moderators alone. */
  counts: Defaulted<boolean>;
}

export type ModerationAction =
  | ('keep' | 'hide' | 'delete' | 'expire' | 'revive' | 'warn' | 'suspend' | 'remove-votes')
  // At the desk.
  | ('publish' | 'refuse' | 'edit' | 'feature' | 'unfeature' | 'role');

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

/** A deal as a member typed it. */
interface SubmissionTable {
  id: GeneratedAlways<number>;
  user_id: number;
  key: string;
  fields: ColumnType<Record<string, string>, string, string>;
  status: 'waiting' | 'published' | 'refused';
  revision: Defaulted<number>;
  /** The deal that it became; null before, and when that is gone. */
  thread_id: Defaulted<number | null>;
  /** Why it was refused. */
  reason: Defaulted<string>;
  created_at: Timestamp;
  decided_at: OptionalTimestamp;
}
