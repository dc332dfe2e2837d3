import type { Context } from '../../server/context.ts';
import { waitingPosts } from '../moderation/waiting.server.ts';
import { waitingSubmissions } from '../posting/submissions.server.ts';

/** How much waits for moderators, and how many deals there are. */
export interface Overview {
  submissions: number;
  reports: number;
  deals: Record<'live' | 'scheduled' | 'expired', number>;
}

export async function loadOverview({ db }: Context): Promise<Overview> {
  const [{ total: submissions }, { total: reports }] = [
    await waitingSubmissions(db, { limit: 1, offset: 0 }),
    await waitingPosts(db, 1, 0),
  ];
  const rows = await db
    .selectFrom('deals')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const countOf = (status: 'live' | 'scheduled' | 'expired') => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    ...{ submissions, reports },
    deals: { live: countOf('live'), scheduled: countOf('scheduled'), expired: countOf('expired') },
  };
}
