import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** What indicates that several members are one person. */
export type Signal = 'browser' | 'network';

/** If more members than this vote on a post from one network, it is a large network, and no evidence. */
const MOST_VOTERS = 20;
/** How many posts in common are evidence: one from the same browser, more from the same network. */
const LEAST_POSTS: Record<Signal, number> = { browser: 1, network: 2 };
const MOST_PAIRS = 500;
/** Larger groups are left out: they say nothing about single members. */
const MOST_MEMBERS = 100;

/**
 * Posts that several members voted on from one browser or network; the origin of votes is stored only for a while.
 * @param userIds of whom at least one did; without them all posts are read, in the order of the signal's index
 */
const sharedPosts = (signal: Signal, userIds?: number[]) => {
  const mark = sql.ref(signal);
  const among = userIds
    ? sql`(${mark}, post_id) in (select ${mark}, post_id from votes where user_id = any(${userIds}::int[]))`
    : sql`true`;
  return sql`
  select ${sql.lit(signal)} as signal, post_id, array_agg(user_id) as members from votes where ${mark} is not null and ${among}
  group by ${mark}, post_id having count(*) between 2 and ${sql.lit(MOST_VOTERS)}`;
};

interface SharedGroup {
  /** Members, in the order of their ids. */
  userIds: number[];
  signals: Signal[];
}

/** Groups of members whose votes came from the same place, those with most posts in common first. */
export async function sharedGroups(db: Db): Promise<SharedGroup[]> {
  const { rows } = await sql<{ one: number; other: number; signal: Signal; posts: number }>`
    select one, other, signal, count(distinct post_id) as posts
    from (${sharedPosts('browser')} union all ${sharedPosts('network')}) as shared cross join unnest(members) as one cross join unnest(members) as other
    where one < other group by one, other, signal
    having count(distinct post_id) >= case signal when 'browser' then ${LEAST_POSTS.browser}::int else ${LEAST_POSTS.network}::int end
    order by posts desc, one, other limit ${MOST_PAIRS}`.execute(db);
  const groups = new Map<number, { members: Set<number>; signals: Set<Signal> }>();
  for (const { one, other, signal } of rows) {
    const joined = [...new Set([groups.get(one), groups.get(other)])].filter((group) => group !== undefined);
    if (joined.reduce((count, { members }) => count + members.size, 2) > MOST_MEMBERS) continue;
    const group = {
      members: new Set([one, other, ...joined.flatMap(({ members }) => [...members])]),
      signals: new Set([signal, ...joined.flatMap(({ signals }) => [...signals])]),
    };
    for (const member of group.members) groups.set(member, group);
  }
  return [...new Set(groups.values())].map(({ members, signals }) => ({
    userIds: [...members].sort((a, b) => a - b),
    signals: [...signals].sort(),
  }));
}

/** Posts that at least two of these members voted on from the same place. */
export async function postsInCommon(db: Db, userIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ post_id: number }>`
    select distinct post_id from (${sharedPosts('browser', userIds)} union all ${sharedPosts('network', userIds)}) as shared
    where (select count(*) from unnest(members) as member where member = any(${userIds}::int[])) >= 2
    order by post_id`.execute(db);
  return rows.map((row) => row.post_id);
}
