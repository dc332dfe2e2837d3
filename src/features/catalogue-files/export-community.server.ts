import type { Db } from '../../server/db/database.ts';
import { foreignSource, exportValue, type Page, type PageRequest } from './export-values.ts';

export async function memberPage(db: Db, { after, limit, source }: PageRequest): Promise<Page> {
  const rows = await db
    .selectFrom('members')
    .select(['user_id as id', 'source', 'source_id', 'username', 'joined_at'])
    .where('user_id', '>', after)
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(({ id, ...row }) => ({
    id,
    record: {
      type: 'member',
      source: row.source,
      sourceId: row.source_id,
      username: row.username,
      joinedAt: row.joined_at.toISOString(),
    },
  }));
}

export async function commentPage(db: Db, { after, limit, source }: PageRequest): Promise<Page> {
  const rows = await db
    .selectFrom('comments as row')
    .innerJoin('deals', 'deals.thread_id', 'row.thread_id')
    .leftJoin('comments as parent', (join) => join.onRef('parent.post_id', '=', 'row.parent_id').on('parent.status', '=', 'shown'))
    .leftJoin('members', 'members.user_id', 'row.user_id')
    .select([
      'row.post_id as id',
      'row.source',
      'row.source_id',
      'row.body',
      'row.posted_at',
      'row.votes_up',
      'row.votes_down',
      'deals.source as deal_source',
      'deals.source_id as deal',
      'parent.source as parent_source',
      'parent.source_id as parent',
      'members.source as member_source',
      'members.source_id as member',
    ])
    .where('row.status', '=', 'shown')
    .where('row.post_id', '>', after)
    .$if(source !== undefined, (query) => query.where('row.source', '=', source ?? ''))
    .orderBy('row.post_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    record: {
      type: 'comment',
      source: row.source,
      sourceId: row.source_id,
      deal: row.deal,
      dealSource: foreignSource(row.deal_source, row.source),
      parent: exportValue(row.parent),
      parentSource: foreignSource(row.parent_source, row.source),
      member: row.member,
      memberSource: foreignSource(row.member_source, row.source),
      body: row.body,
      postedAt: row.posted_at.toISOString(),
      votesUp: row.votes_up,
      votesDown: row.votes_down,
      postId: row.id,
    },
  }));
}
