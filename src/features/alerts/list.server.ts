import type { Context } from '../../server/context.ts';
import type { Alert } from './contracts/list.ts';
import { namesOf, titleOf } from './compile.server.ts';
import { NO_CRITERIA, readCriteriaId } from './criteria.ts';
import { pathOf } from './path.ts';

/** The member's alerts, the newest first. */
export async function listAlerts({ db, config }: Pick<Context, 'db' | 'config'>, userId: number): Promise<Alert[]> {
  const rows = await db
    .selectFrom('alerts as a')
    .innerJoin('criteria as c', 'c.id', 'a.criteria')
    .selectAll('a')
    .select(['c.criteria_id'])
    .where('a.user_id', '=', userId)
    .orderBy('a.alert_id', 'desc')
    .execute();
  const all = rows.map((row) => readCriteriaId(row.criteria_id) ?? NO_CRITERIA);
  const ids = (kind: 'store' | 'brand' | 'category' | 'forum') => all.flatMap((criteria) => criteria[kind]);
  const names = await namesOf(db, { store: ids('store'), brand: ids('brand'), category: ids('category'), forum: ids('forum') });
  return rows.map((row, index) => {
    const criteria = all[index] ?? NO_CRITERIA;
    return {
      alertid: row.alert_id,
      criteriaId: row.criteria_id,
      title: row.title,
      criteria: titleOf(criteria, names, config.region),
      path: pathOf(criteria, names),
      source: row.source,
      frequency: row.frequency,
      notification: row.channels,
      votelevel: row.vote_level,
      targetforums: row.forums,
      newlow: row.new_low,
      minCents: criteria.minCents ?? null,
      maxCents: criteria.maxCents ?? null,
      minPercent: criteria.minPercent ?? null,
      coupon: criteria.withCoupon,
      createdAt: row.created_at.toISOString(),
      paused: row.paused_at !== null,
    };
  });
}
