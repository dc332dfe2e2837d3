import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import type { DealStatus } from '../../../server/db/schema/catalogue.ts';
import { dayIn } from '../../../server/read-date.ts';
import type { ParseContext } from '../../catalogue/parse-fields.ts';
import { offSite } from '../../catalogue/status.server.ts';
import { findingGroup, MOST_SHOWN, type FindingGroup, type FindingRow } from './finding.ts';

/** Dates that must be mistakes; days are those of the site's time zone. */
export async function checkDates(db: Db, { now, timeZone }: Pick<ParseContext, 'now' | 'timeZone'>): Promise<(FindingGroup | undefined)[]> {
  const at = sql`${now}::timestamptz`;
  const day = (date: Date | null) => (date ? dayIn(date, timeZone) : '');
  return [
    await dealsAndOffers(db, {
      name: 'expired-live',
      title: 'Expired by their dates and still shown',
      advice: 'The running site expires them within a minute; else "expire" them, or "schedule DEAL --expires none".',
      where: sql`status <> 'expired' and expires_at <= ${at} and not ${offSite('row')}`,
      describe: ({ expires_at, status }) => `expired ${day(expires_at)} and is ${status}`,
    }),
    await dealsAndOffers(db, {
      name: 'started-scheduled',
      title: 'Started by their dates and not shown',
      advice: 'The running site starts them within a minute; else "schedule DEAL --starts none".',
      where: sql`status = 'scheduled' and starts_at <= ${at} and (expires_at is null or expires_at > ${at})`,
      describe: ({ starts_at }) => `is scheduled for ${day(starts_at)}`,
    }),
    await dealsAndOffers(db, {
      name: 'ends-before-start',
      title: 'Expire before they start',
      advice: 'Give other dates: "schedule DEAL --starts DATE --expires DATE".',
      where: sql`starts_at >= expires_at`,
      describe: ({ starts_at, expires_at }) => `starts ${day(starts_at)} and expires ${day(expires_at)}`,
    }),
    await dealsAndOffers(db, {
      name: 'far-dates',
      title: 'Dates far in the past or the future',
      advice: 'Correct them: "schedule DEAL …", or import the record again with the right postedAt.',
      where: sql`(posted_at < '2000-01-01' or posted_at > ${at} + interval '1 day' and status <> 'scheduled'
        or starts_at < '2000-01-01' or starts_at > ${at} + interval '2 years'
        or expires_at < '2000-01-01' or expires_at > ${at} + interval '10 years')`,
      describe: ({ posted_at, starts_at, expires_at }) =>
        `is posted ${day(posted_at)}${starts_at ? `, starts ${day(starts_at)}` : ''}${expires_at ? `, expires ${day(expires_at)}` : ''}`,
    }),
    await futurePrices(db, dayIn(now, timeZone)),
  ];
}

interface Dated {
  status: DealStatus;
  posted_at: Date;
  starts_at: Date | null;
  expires_at: Date | null;
}

interface DateCheck {
  name: string;
  title: string;
  advice: string;
  /** Of a `row` of deals or offers. */
  where: RawBuilder<unknown>;
  describe: (row: Dated) => string;
}

async function dealsAndOffers(db: Db, { where, describe, ...about }: DateCheck) {
  const columns = sql`status, posted_at, starts_at, expires_at`;
  const { rows } = await sql<FindingRow & Dated>`
    select found.*, count(*) over ()::int as total from (
      select array[thread_id] as thread_ids, null::bigint[] as offer_ids, format('deal %s "%s"', thread_id, title) as text, ${columns}
      from deals as row where ${where}
      union all
      select null, array[id::bigint], format('offer %s "%s"', id, title), ${columns} from offers as row where ${where}) as found
    order by thread_ids, offer_ids limit ${MOST_SHOWN}`.execute(db);
  return findingGroup(
    about,
    rows.map((row) => ({ ...row, text: `${row.text} ${describe(row)}` })),
  );
}

async function futurePrices(db: Db, today: string) {
  const { rows } = await sql<FindingRow>`
    select array[thread_id] as thread_ids, text, count(*) over ()::int as total from (
      select thread_id, format('deal %s "%s" has a list price seen on %s', thread_id, title, list_price_seen) as text
      from deals where list_price_seen > ${today}::date
      union all
      select thread_id, format('deal %s "%s" has a price observed on %s', thread_id, title, max(observed_on))
      from price_observations join deals using (thread_id) where observed_on > ${today}::date group by thread_id, title) as found
    order by thread_id limit ${MOST_SHOWN}`.execute(db);
  const advice = 'Give the day it was seen: "edit DEAL --list-price-seen DAY"; observed prices come with an import.';
  return findingGroup({ name: 'future-prices', title: 'Prices seen in the future', advice }, rows);
}
