import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { deletedBefore } from './authors.server.ts';
import { readPosts } from './posts.server.ts';
import { postsInCommon, sharedGroups, type Signal } from './shared-votes.server.ts';
import { mayModerate } from '../../lib/roles.ts';

const GROUPS_SHOWN = 20;
const POSTS_SHOWN = 8;

/** Members who may be one person. */
interface VoteGroup {
  signals: Signal[];
  /** The oldest account first. It keeps its votes, as moderators do. */
  members: GroupMember[];
  posts: { path: string; title: string }[];
  /** All posts in common, of which `posts` are the first. */
  count: number;
}

interface GroupMember {
  userid: number;
  username: string;
  joinedAt: string;
  isVerified: boolean;
  isModerator: boolean;
  /** As in `Author`. */
  deletedBefore: string | null;
}

export interface VoteGroups {
  groups: VoteGroup[];
  /** How many more there are. */
  more: number;
}

/** Reads the groups that have most in common. */
export async function loadVoteGroups({ db }: Context): Promise<VoteGroups> {
  const found = await sharedGroups(db);
  const groups: VoteGroup[] = [];
  for (const { userIds, signals } of found.slice(0, GROUPS_SHOWN)) {
    const postIds = await postsInCommon(db, userIds);
    const posts = await readPosts(db, postIds.slice(0, POSTS_SHOWN));
    groups.push({
      signals,
      members: await oldestFirst(db, userIds),
      count: postIds.length,
      posts: [...posts.values()].map(({ kind, path, dealTitle }) => ({
        path,
        title: kind === 'deal' ? dealTitle : `a comment on ${dealTitle}`,
      })),
    });
  }
  return { groups, more: Math.max(0, found.length - GROUPS_SHOWN) };
}

/** The members of a group whose votes are removed: all except the oldest account and moderators. */
export const withVotesToRemove = ([, ...others]: GroupMember[]) => others.filter(({ isModerator }) => !isModerator);

/** Members by when they joined. */
export async function oldestFirst(db: Db, userIds: number[]): Promise<GroupMember[]> {
  const rows = await db
    .selectFrom('members as m')
    .leftJoin('accounts as a', 'a.user_id', 'm.user_id')
    .select(['m.user_id', 'm.username', 'm.joined_at', 'a.email_verified_at', 'a.role', deletedBefore.as('deleted_before')])
    .where('m.user_id', 'in', userIds)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .execute();
  return rows.map((row) => ({
    userid: row.user_id,
    username: row.username,
    joinedAt: row.joined_at.toISOString(),
    isVerified: row.email_verified_at !== null,
    isModerator: mayModerate(row.role),
    deletedBefore: row.deleted_before?.toISOString() ?? null,
  }));
}
