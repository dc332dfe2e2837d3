import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { defaultAlertTitle } from './compile.server.ts';
import type { AddFields } from './contracts/alert-fields.ts';
import { criteriaIdOf, type Criteria } from './criteria.ts';
import { lockMember } from '../session/lock-member.server.ts';
import { dropUnusedCriteria, storeCriteria } from './store-criteria.server.ts';

/** Most alerts of a member: nobody keeps track of more. */
const MOST_ALERTS = 500;
const TOO_MANY = `You have ${MOST_ALERTS} deal alerts, which is the limit. Please delete one first.`;

/** The options of an alert, besides its criteria. */
export type AlertOptions = Pick<
  AddFields,
  'title' | 'source' | 'frequency' | 'notification' | 'votelevel' | 'targetforums' | 'newlow' | 'dedupe'
>;

/** `isChanged` where the alert was there already. */
type AddResult = { alertid: number; criteriaId: string; title: string; isChanged: boolean } | { message: string };

const newColumns = (options: AlertOptions) => ({
  source: options.source,
  frequency: options.frequency ?? 'instant',
  channels: options.notification ?? ['email'],
  vote_level: options.votelevel ?? 0,
  forums: options.targetforums ?? [],
  new_low: options.newlow ?? false,
});

/** Those that were sent. */
const changedColumns = ({ title, source, frequency, notification, votelevel, targetforums, newlow }: AlertOptions) => ({
  ...(title && { title }),
  ...(source && { source }),
  ...(frequency && { frequency }),
  ...(notification && { channels: notification }),
  ...(votelevel !== undefined && { vote_level: votelevel }),
  ...(targetforums && { forums: targetforums }),
  ...(newlow !== undefined && { new_low: newlow }),
});

/**
 * Makes an alert. Where `dedupe` asks for it, the member's alert of the same criteria is changed instead: it is resumed if it was paused, and
 * keeps the options that were not sent.
 */
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
    const own = options.dedupe ? await ownWith(transaction, userId, stored) : undefined;
    if (own) {
      const { title } = await transaction
        .updateTable('alerts')
        .set((eb) => ({ ...changedColumns(options), paused_at: null, since: eb.fn<Date>('clock_timestamp') }))
        .where('alert_id', '=', own)
        .returning('title')
        .executeTakeFirstOrThrow();
      return { alertid: own, criteriaId, title, isChanged: true };
    }
    const title = options.title || (await defaultAlertTitle(transaction, criteria, config.region));
    const { count } = await transaction
      .selectFrom('alerts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= MOST_ALERTS) {
      await dropUnusedCriteria(transaction, [stored]);
      return { message: TOO_MANY };
    }
    const { alert_id } = await transaction
      .insertInto('alerts')
      .values({ user_id: userId, criteria: stored, title, ...newColumns(options), created_at: clock() })
      .returning('alert_id')
      .executeTakeFirstOrThrow();
    return { alertid: alert_id, criteriaId, title, isChanged: false };
  });
}

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
