import type { Context } from '../../server/context.ts';
import { waitingPosts } from '../moderation/waiting.server.ts';
import { waitingSubmissions } from '../posting/submissions.server.ts';
import { countDeals, type DealState } from './find-deals.server.ts';

/** How much waits for moderators, and how many deals there are. */
export interface Overview {
  submissions: number;
  reports: number;
  deals: Record<DealState, number>;
}

export async function loadOverview({ db }: Pick<Context, 'db'>): Promise<Overview> {
  const { total: submissions } = await waitingSubmissions(db, { limit: 1, offset: 0 });
  const { total: reports } = await waitingPosts(db, 1, 0);
  return { submissions, reports, deals: await countDeals({ db }) };
}
