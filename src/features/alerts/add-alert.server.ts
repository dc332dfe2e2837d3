import type { Region } from '../../lib/region.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { namesOf, titleOf } from './compile.server.ts';
import { LONGEST_TITLE, type AddFields, type UpdateFields } from './contracts/alert-fields.ts';
import { criteriaIdOf, readCriteriaId, type Criteria } from './criteria.ts';
import { dropUnusedCriteria, storeCriteria } from './store-criteria.server.ts';

/** More nobody looks after. */
const MOST_ALERTS = 500;
const TOO_MANY = `You have ${MOST_ALERTS} deal alerts, which is the limit. Please delete one first.`;
const GONE = 'This deal alert no longer exists.';

/** The options of an alert, besides its criteria. */
export type AlertOptions = Pick<
  AddFields,
  'title' | 'source' | 'frequency' | 'notification' | 'votelevel' | 'targetforums' | 'newlow' | 'dedupe'
>;

/** The options of an alert that is added without any. */
export const DEFAULT_OPTIONS: AlertOptions = {
  ...{ title: '', source: '', frequency: 'instant', notification: ['email'], votelevel: 0, targetforums: [], newlow: false, dedupe: true },
};

export type AddResult = { alertid: number; criteriaId: string; title: string } | { message: string };

const columnsOf = (options: AlertOptions) => ({
  source: options.source,
  frequency: options.frequency,
  channels: options.notification,
  vote_level: options.votelevel,
  forums: options.targetforums,
  new_low: options.newlow,
});

/** Makes an alert, or changes the member's own of the same criteria where that is asked for (`dedupe`). */
export async function addAlert(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  userId: number,
  criteria: Criteria,
  options: AlertOptions,
): Promise<AddResult> {
  const criteriaId = criteriaIdOf(criteria);
  return db.transaction().execute(async (transaction) => {
    if (!(await lockMember(transaction, userId))) return { message: 'Please log in first.' };
    const stored = await storeCriteria(transaction, criteria);
    const title = options.title || (await usualTitle(transaction, criteria, config.region));
    const own = options.dedupe ? await ownWith(transaction, userId, stored) : undefined;
    if (own) {
      await transaction
        .updateTable('alerts')
        .set((eb) => ({ ...columnsOf(options), title, paused_at: null, since: eb.fn<Date>('clock_timestamp') }))
        .where('alert_id', '=', own)
        .execute();
      return { alertid: own, criteriaId, title };
    }
    const { count } = await transaction
      .selectFrom('alerts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= MOST_ALERTS) return { message: TOO_MANY };
    const { alert_id } = await transaction
      .insertInto('alerts')
      .values({ user_id: userId, criteria: stored, title, ...columnsOf(options), created_at: clock() })
      .returning('alert_id')
      .executeTakeFirstOrThrow();
    return { alertid: alert_id, criteriaId, title };
  });
}

/** Changes of a member's alerts wait for each other here. @returns whether there is such a member */
const lockMember = async (transaction: Db, userId: number): Promise<boolean> =>
  (await transaction.selectFrom('members').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()) !==
  undefined;

const usualTitle = async (db: Db, criteria: Criteria, region: Region) =>
  titleOf(criteria, await namesOf(db, criteria), region).slice(0, LONGEST_TITLE);

async function ownWith(db: Db, userId: number, criteria: number): Promise<number | undefined> {
  const own = await db
    .selectFrom('alerts')
    .select('alert_id')
    .where('user_id', '=', userId)
    .where('criteria', '=', criteria)
    .orderBy('alert_id')
    .executeTakeFirst();
  return own?.alert_id;
}

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
    if (!own || !before) return GONE;
    const criteria = withPrices(before, fields);
    if (criteria.minCents !== undefined && criteria.maxCents !== undefined && criteria.minCents > criteria.maxCents)
      return 'minprice must not be more than maxprice.';
    const stored = criteriaIdOf(criteria) === own.criteria_id ? own.criteria : await storeCriteria(transaction, criteria);
    const namedItself = own.title === (await usualTitle(transaction, before, config.region));
    const title = fields.title || (namedItself ? await usualTitle(transaction, criteria, config.region) : own.title);
    await transaction
      .updateTable('alerts')
      .set((eb) => ({
        ...{ criteria: stored, title, since: eb.fn<Date>('clock_timestamp') },
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

/** Pauses a member's own alerts, or resumes them; what happened while they were paused does not count. @returns how many there are */
export async function setPaused(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  alertIds: number[] | 'all',
  paused: boolean,
): Promise<number> {
  const now = clock();
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set((eb) =>
      paused
        ? { paused_at: eb.fn.coalesce('paused_at', eb.val(now)) }
        : {
            paused_at: null,
            since: eb.case().when('paused_at', 'is', null).then(eb.ref('since')).else(eb.fn<Date>('clock_timestamp')).end(),
          },
    )
    .where('user_id', '=', userId)
    .$call((query) => (alertIds === 'all' ? query : query.where('alert_id', 'in', alertIds)))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes a member's own alerts. @returns how many there were */
export const deleteAlerts = ({ db }: Pick<Context, 'db'>, userId: number, alertIds: number[] | 'all'): Promise<number> =>
  db.transaction().execute((transaction) => removeAlerts(transaction, userId, alertIds));

/** As `deleteAlerts`, in a transaction of the caller's: of a member who goes, too. */
export async function removeAlerts(transaction: Db, userId: number, alertIds: number[] | 'all'): Promise<number> {
  await lockMember(transaction, userId);
  const gone = await transaction
    .deleteFrom('alerts')
    .where('user_id', '=', userId)
    .$call((query) => (alertIds === 'all' ? query : query.where('alert_id', 'in', alertIds)))
    .returning('criteria')
    .execute();
  await dropUnusedCriteria(transaction, [...new Set(gone.map(({ criteria }) => criteria))]);
  return gone.length;
}
