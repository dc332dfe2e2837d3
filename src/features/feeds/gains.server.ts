import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { noteDeals } from '../../server/db/changes.ts';
import type { Db } from '../../server/db/database.ts';
import { every } from '../../server/every.ts';
import { countGains, setGains } from '../catalogue/count-gains.server.ts';
import { HOTTEST_COUNT } from './hottest.server.ts';
import { append } from '../../lib/append.ts';

/** How often gains are counted, which is how exact "in the last hour" is. */
const COUNT_EVERY_MS = 5 * 60_000;
/** Small, because votes on locked deals wait; and more in one statement would be noted as a change of everything (migration 0002). */
const AT_ONCE = 200;

/**
 * Counts which votes deals gained lately, and notes the pages that show it as changed: those of the deals that open the home page (decision 070).
 * @returns the deals whose counts have changed
 */
export async function updateGains({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number[]> {
  const gains = await countGains(db, clock());
  const changed: number[] = [];
  for (let from = 0; from < gains.length; from += AT_ONCE) {
    const some = gains.slice(from, from + AT_ONCE);
    append(changed, await db.transaction().execute(async (transaction) => note(transaction, await setGains(transaction, some))));
  }
  return changed;
}

async function note(transaction: Db, changed: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select thread_id as id from deals where status <> 'scheduled' order by expired_last, rank desc, thread_id desc limit ${HOTTEST_COUNT}`.execute(
    transaction,
  );
  const shown = rows.map(({ id }) => id).filter((id) => changed.includes(id));
  if (shown.length > 0) await noteDeals(transaction, shown);
  return changed;
}

/** Counts them every five minutes. @returns a function that ends it */
export const startGainsJob = (context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): (() => void) =>
  every(COUNT_EVERY_MS, () => updateGains(context), onError);
