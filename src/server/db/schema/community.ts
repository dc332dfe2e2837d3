import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Defaulted, Timestamp, OptionalTimestamp } from './columns.ts';

/** Members, what they write, and moderation. */
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
  /** Digest of an uploaded picture, or number of a generated one; null for the generated one that follows from the id. */
  avatar: Defaulted<string | null>;
}

/** Members with comments in many threads: their reputation is recomputed hourly, because each change republishes all these pages. */
interface HourlyReputationTable {
  user_id: number;
  /** The earliest time of the next recomputation. */
  next_at: Timestamp;
  /** Whether a recomputation is pending. */
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
  /** A hidden comment was hidden by reports or a moderator. The body of a deleted one is cleared after a while. */
  status: Defaulted<'shown' | 'hidden' | 'deleted'>;
  edited_at: OptionalTimestamp;
}

interface VoteTable {
  user_id: number;
  post_id: number;
  vote: 1 | -1;
  cast_at: Timestamp;
  /** Keyed hashes of the network and the browser it came from; cleared after a while. */
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
  /** Trimmed, in upper case. */
  code: string;
  worked: boolean;
  answered_at: Timestamp;
  /** Whether the account was established at the time of the answer; only then the answer is counted. */
  counts: boolean;
  /** Age bucket that pages show; a job updates it. */
  age: Defaulted<'week' | 'month' | 'old'>;
}

/** Why a post is reported: the reasons of the spec (§3), and two more for deals. */
type ReportReason = 'Spam' | 'Repost' | 'Troll' | 'Other' | 'Expired' | 'Works again';

interface ReportTable {
  id: GeneratedAlways<number>;
  post_id: number;
  /** Stays when the member is deleted. */
  user_id: number;
  reason: ReportReason;
  note: Defaulted<string>;
  created_at: Timestamp;
  /** When a moderator or the number of reports resolved it; null while it is open. */
  resolved_at: OptionalTimestamp;
  /** Keyed hashes of the network and the browser it came from; cleared after a while. */
  network: Defaulted<string | null>;
  browser: Defaulted<string | null>;
  /** Whether it counts towards hiding or expiring the post automatically; otherwise it is only shown to moderators. */
  counts: Defaulted<boolean>;
}

export type ModerationAction =
  | ('keep' | 'hide' | 'delete' | 'expire' | 'revive' | 'warn' | 'suspend' | 'remove-votes')
  // Actions of the desk.
  | ('publish' | 'refuse' | 'edit' | 'feature' | 'unfeature' | 'role');

interface ModerationActionTable {
  id: GeneratedAlways<number>;
  action: ModerationAction;
  post_id: number | null;
  thread_id: number | null;
  /** The affected member. */
  user_id: number | null;
  /** Null for automatic actions after members' reports. */
  moderator_id: number | null;
  reason: Defaulted<string>;
  /** End of a suspension. */
  until: OptionalTimestamp;
  /** The state that undoing restores. */
  before: ColumnType<unknown, string | undefined, string>;
  done_at: Timestamp;
  undone_at: OptionalTimestamp;
}

/** A deal as submitted by a member. */
interface SubmissionTable {
  id: GeneratedAlways<number>;
  user_id: number;
  key: string;
  fields: ColumnType<Record<string, string>, string, string>;
  status: 'waiting' | 'published' | 'refused';
  revision: Defaulted<number>;
  /** The published deal; null before that, and after the deal is deleted. */
  thread_id: Defaulted<number | null>;
  /** Why it was refused. */
  reason: Defaulted<string>;
  created_at: Timestamp;
  decided_at: OptionalTimestamp;
}
