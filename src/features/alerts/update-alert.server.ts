import type { Context } from '../../server/context.ts';
import { defaultAlertTitle } from './compile.server.ts';
import type { UpdateFields } from './contracts/alert-fields.ts';
import { criteriaIdOf, readCriteriaId, type Criteria } from './criteria.ts';
import { lockMember } from '../session/lock-member.server.ts';
import { criteriaFault } from './resolve-criteria.server.ts';
import { dropUnusedCriteria, storeCriteria } from './store-criteria.server.ts';

/** The message about an alert that is not there any more. */
export const ALERT_GONE = 'This deal alert no longer exists.';

/** Changes what was sent of a member's own alert. @returns why not, in words */
export async function updateAlert(
  { db, config }: Pick<Context, 'db' | 'config'>,
  userId: number,
  fields: Partial<UpdateFields> & { alertid: number },
): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockMember(transaction, userId);
    const own = await transaction
      .selectFrom('alerts as a')
      .innerJoin('criteria as c', 'c.id', 'a.criteria')
      .select(['a.criteria', 'a.title', 'c.criteria_id'])
      .where('a.alert_id', '=', fields.alertid)
      .where('a.user_id', '=', userId)
      .forUpdate(['a'])
      .executeTakeFirst();
    const before = own && readCriteriaId(own.criteria_id);
    if (!own || !before) return ALERT_GONE;
    const criteria = withPrices(before, fields);
    const fault = criteriaFault(criteria);
    if (fault) return fault.message;
    const stored = criteriaIdOf(criteria) === own.criteria_id ? own.criteria : await storeCriteria(transaction, criteria);
    const namedItself = own.title === (await defaultAlertTitle(transaction, before, config.region));
    const title = fields.title || (namedItself ? await defaultAlertTitle(transaction, criteria, config.region) : own.title);
    await transaction
      .updateTable('alerts')
      .set((eb) => ({
        criteria: stored,
        title,
        since: eb.fn<Date>('clock_timestamp'),
        ...(fields.frequency && { frequency: fields.frequency }),
        ...(fields.notification && { channels: fields.notification }),
        ...(fields.votelevel !== undefined && { vote_level: fields.votelevel }),
        ...(fields.targetforums && { forums: fields.targetforums }),
        ...(fields.newlow !== undefined && { new_low: fields.newlow }),
      }))
      .where('alert_id', '=', fields.alertid)
      .execute();
    if (stored !== own.criteria) await dropUnusedCriteria(transaction, [own.criteria]);
    return undefined;
  });
}

/** A field that was sent empty takes a limit away; one that was not sent leaves it. */
const withPrices = (criteria: Criteria, fields: Partial<UpdateFields>): Criteria => ({
  ...criteria,
  ...('minprice' in fields && { minCents: fields.minprice }),
  ...('maxprice' in fields && { maxCents: fields.maxprice }),
  ...('minpercent' in fields && { minPercent: fields.minpercent }),
  ...(fields.coupon !== undefined && { withCoupon: fields.coupon }),
});
