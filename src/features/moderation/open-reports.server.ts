import type { Db } from '../../server/db/database.ts';
import type { Reason } from '../reports/report.ts';

/** What members report of a post, as moderators see it. */
export interface OpenReports {
  reports: { reason: Reason; count: number }[];
  notes: string[];
}

/** Reads the open reports of posts; those without any are not in the map. */
export async function readOpenReports(db: Db, postIds: number[]): Promise<Map<number, OpenReports>> {
  if (postIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('reports')
    .select(['post_id', 'reason', 'note'])
    .where('post_id', 'in', postIds)
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.post_id)].map(([postId, ofPost]) => {
      const counts = Map.groupBy(ofPost, ({ reason }) => reason);
      const reports = [...counts].map(([reason, all]) => ({ reason, count: all.length }));
      return [postId, { reports, notes: ofPost.flatMap(({ note }) => note || []) }];
    }),
  );
}
