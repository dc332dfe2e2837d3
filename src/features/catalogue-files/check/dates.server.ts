import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import { offSite } from '../../catalogue/status.server.ts';
import { group, MOST_SHOWN, type FindingGroup, type FindingRow } from './finding.ts';

/** Dates that cannot be meant. */
export async function checkDates(db: Db, now: Date): Promise<(FindingGroup | undefined)[]> {
  const at = sql`${now}::timestamptz`;
  return [
    await dealsAndOffers(db, {
      name: 'expired-live',
      title: 'Expired by their dates and still shown',
      advice: 'The running site expires them within a minute; else "expire" them, or "schedule DEAL --expires none".',
      where: sql`status <> 'expired' and expires_at <= ${at} and not ${offSite('row')}`,
      description: sql`'expired ' || ${day('expires_at')} || ' and is ' || status`,
    }),
    await dealsAndOffers(db, {
      name: 'started-scheduled',
      title: 'Started by their dates and not shown',
      advice: 'The running site starts them within a minute; else "schedule DEAL --starts none".',
      where: sql`status = 'scheduled' and starts_at <= ${at} and (expires_at is null or expires_at > ${at})`,
      description: sql`'is scheduled for ' || ${day('starts_at')}`,
    }),
    await dealsAndOffers(db, {
      name: 'ends-before-start',
      title: 'Expire before they start',
      advice: 'Give other dates: "schedule DEAL --starts DATE --expires DATE".',
      where: sql`starts_at >= expires_at`,
      description: sql`'starts ' || ${day('starts_at')} || ' and expires ' || ${day('expires_at')}`,
    }),
    await dealsAndOffers(db, {
      name: 'far-dates',
      title: 'Dates far in the past or the future',
      advice: 'Correct them: "schedule DEAL …", or import the record again with the right postedAt.',
      where: sql`(posted_at < '2000-01-01' or posted_at > ${at} + interval '1 day' and status <> 'scheduled'
        or starts_at < '2000-01-01' or starts_at > ${at} + interval '2 years'
        or expires_at < '2000-01-01' or expires_at > ${at} + interval '10 years')`,
      description: sql`'is posted ' || ${day('posted_at')} || coalesce(', starts ' || ${day('starts_at')}, '')
        || coalesce(', expires ' || ${day('expires_at')}, '')`,
    }),
    await futurePrices(db, now),
  ];
}

const day = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

interface DateCheck {
  name: string;
  title: string;
  advice: string;
  /** Of a `row` of deals or offers. */
  where: RawBuilder<unknown>;
  description: RawBuilder<unknown>;
}

async function dealsAndOffers(db: Db, { where, description, ...about }: DateCheck) {
  const { rows } = await sql<FindingRow>`
    select found.*, count(*) over ()::int as total from (
      select array[thread_id] as thread_ids, null::bigint[] as offer_ids, format('deal %s "%s" ', thread_id, title) || ${description} as text
      from deals as row where ${where}
      union all
      select null, array[id::bigint], format('offer %s "%s" ', id, title) || ${description} from offers as row where ${where}) as found
    order by thread_ids, offer_ids limit ${MOST_SHOWN}`.execute(db);
  return group(about, rows);
}

async function futurePrices(db: Db, now: Date) {
  const today = now.toISOString().slice(0, 10);
  const { rows } = await sql<FindingRow>`
    select array[thread_id] as thread_ids, text, count(*) over ()::int as total from (
      select thread_id, format('deal %s "%s" has a list price seen on %s', thread_id, title, list_price_seen) as text
      from deals where list_price_seen > ${today}::date
      union all
      select thread_id, format('deal %s "%s" has a price observed on %s', thread_id, title, max(observed_on))
      from price_observations join deals using (thread_id) where observed_on > ${today}::date group by thread_id, title) as found
    order by thread_id limit ${MOST_SHOWN}`.execute(db);
  const advice = 'Give the day it was seen: "edit DEAL --list-price-seen DAY"; observed prices come with an import.';
  return group({ name: 'future-prices', title: 'Prices seen in the future', advice }, rows);
}
