import type { Context } from '../../server/context.ts';
import { dealPath } from '../deals/deal.ts';
import { scoresShowFrom } from '../posts/shown-votes.server.ts';
import { isTimeout } from '../../server/db/unavailable.ts';
import { withSearchLimits } from '../search/bounded.server.ts';
import { conditionsOf, namesOf, titleOf } from './compile.server.ts';
import type { PreviewFields } from './contracts/alert-fields.ts';
import type { PreviewAnswer } from './contracts/preview.ts';
import { criteriaIdOf } from './criteria.ts';
import { explainDeal } from './explain-deal.server.ts';
import { findMetDeals } from './met-deals.server.ts';
import { resolveCriteria } from './resolve-criteria.server.ts';
import { DAY_MS } from '../../lib/durations.ts';

export const MANY_PREVIEWS = 'You are trying many deal alerts. Please wait a few minutes.';

/** A dry run that a page of the member's shows: such a page can be loaded as often as one likes, so it counts like the call. */
export async function previewOnPage(
  context: Pick<Context, 'db' | 'clock' | 'config' | 'limits'>,
  userId: number,
  fields: PreviewFields,
): Promise<PreviewAnswer> {
  if ((await context.limits.take('alert-preview', `member ${userId}`)) > 0) return { success: false, message: MANY_PREVIEWS };
  return previewAlert(context, fields);
}

const DAYS = 30;
const SHOWN = 5;

/**
 * A dry run: which deals of the last 30 days an alert would have announced, each as of when it first met the alert, and why it would, or
 * would not, have announced one that is named. Votes and percentages are those of today.
 */
export async function previewAlert(context: Pick<Context, 'db' | 'clock' | 'config'>, fields: PreviewFields): Promise<PreviewAnswer> {
  const { db, clock, config } = context;
  const criteria = await resolveCriteria(context, undefined, fields);
  if ('message' in criteria) return { success: false, message: criteria.message };
  const names = await namesOf(db, criteria);
  const conditions = await conditionsOf(db, criteria, names);
  const now = clock();
  const wanted = { criteria, conditions, limits: fields, region: config.region, showsFrom: scoresShowFrom(now, config) };
  try {
    return await withSearchLimits(db, async (bounded) => {
      const { met, isPartial } = await findMetDeals(bounded, wanted, new Date(now.getTime() - DAYS * DAY_MS));
      const why = fields.threadid === undefined ? undefined : await explainDeal(bounded, wanted, fields.threadid);
      return {
        title: titleOf(criteria, names, config.region),
        criteriaId: criteriaIdOf(criteria),
        perWeek: Math.round((met.length / DAYS) * 7 * 10) / 10,
        total: met.length,
        ...(isPartial && { isPartial }),
        deals: met
          .slice(0, SHOWN)
          .map(({ threadId, title, metAt }) => ({ threadId, title, path: dealPath({ threadId, title }), matchedAt: metAt.toISOString() })),
        ...(why && { why }),
      };
    });
  } catch (error) {
    if (isTimeout(error)) return { success: false, message: 'There are too many matches to count. Please be more specific.' };
    throw error;
  }
}
