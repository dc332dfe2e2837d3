import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { dayIn } from '../../server/read-date.ts';
import { Refused } from '../../lib/refused.ts';
import { SKIPPED_DEAL } from './staged-record.ts';
import { expireDeals } from './deal-status.server.ts';
import { offSite } from './status.server.ts';
import { markUnlisted } from './delete-added.server.ts';
import type { ParseContext } from './parse-fields.ts';
import type { KeptFields } from './keep-edited.server.ts';

/** More than so many deals, and more than half of its source's, are not expired without asking: a file may be cut short. */
const FEW = 10;

/**
 * The deals that staged records list, by their own record or by that of a duplicate that was merged into them. A duplicate of another
 * source counts once a complete import of that source has listed it: what is known of others may be out of date.
 */
const listedDeals = sql`(
  select d.thread_id, true as own, s.data from deals as d
    join staged as s on s.type = 'deal' and s.source = d.source and s.source_id = d.source_id
  union all select d.thread_id, false, s.data from merged_deals as m
    join deals as d on d.thread_id = m.into_thread_id and (d.source = m.source or m.listed)
    join staged as s on s.type = 'deal' and s.source = m.source and s.source_id = m.source_id)`;

/** Whether the record of a deal, or of a duplicate that was merged, is staged, also one that is left out; or also says that it is not over. */
const isStaged = (alias: 'd' | 'm', that = sql`true`) => sql<boolean>`exists (
  select from staged as s
  where s.type in ('deal', ${SKIPPED_DEAL}) and s.source = ${sql.ref(`${alias}.source`)} and s.source_id = ${sql.ref(`${alias}.source_id`)} and ${that})`;

/** That a staged record does not say that its deal is over. */
const isNotOver = (now: Date) => sql`(data->>'expired') is distinct from 'true'
  and ((data->>'expires_at') is null or (data->>'expires_at')::timestamptz > ${now}::timestamptz)`;

/** Whether the last complete import of any source listed a duplicate that was merged into deal `d`, and not as over. */
const hasListedDuplicate = sql`exists (select from merged_deals as m where m.into_thread_id = d.thread_id and m.listed)`;

/**
 * Revives deals that expired because no source listed them and that one lists again, before staged records are saved. Dates that an editor
 * or the record itself sets take precedence.
 * @returns their ids, and whether their own record is staged
 */
export async function reviveListed(transaction: Db, now: Date): Promise<{ id: number; own: boolean }[]> {
  const { rows } = await sql<{ id: number; own: boolean }>`
    update deals as d set status = 'live', updated_at = ${now}::timestamptz, changed_at = now()
    from (
      select distinct on (thread_id) thread_id, own, data from unlisted_deals join ${listedDeals} as l using (thread_id)
      order by thread_id, own desc) as listed
    where listed.thread_id = d.thread_id and d.status = 'expired' and ${isNotOver(now)}
      and not exists (select from edited_fields as e where e.thread_id = d.thread_id and e.field = 'schedule')
    returning d.thread_id as id, own`.execute(transaction);
  await sql`
    delete from unlisted_deals as u using deals as d where d.thread_id = u.thread_id and d.status <> 'expired'
      and (not ${hasListedDuplicate} or ${isStaged('d')})`.execute(transaction);
  return rows;
}

/**
 * Expires the deals of a source that staged records do not list, before these are saved; those that a moderator took off the site stay off,
 * and those of which another source lists a merged duplicate that is not over stay live. A deal of another source that its own no longer
 * lists expires with the last of its duplicates.
 * @param source undefined for that of all staged deals
 * @param yes also when that is most of them
 * @returns the ids of those that expired, and those that an editor scheduled, which are kept
 * @throws Refused when the records are of several sources, or too many would expire
 */
export async function expireUnlisted(
  transaction: Db,
  { source, yes }: { source: string | undefined; yes: boolean },
  { now, timeZone }: Pick<ParseContext, 'now' | 'timeZone'>,
): Promise<{ expired: number[]; kept: KeptFields[] }> {
  const of = await oneSource(transaction, source);
  const dropped = await noteListedDuplicates(transaction, of, now);
  const deals = await readLiveDeals(transaction, of);
  const unlisted = deals.filter(({ own, duplicate }) => !own && !duplicate);
  const expired = unlisted.filter(({ at }) => at === null).map(({ id }) => id);
  // A deal of another source is known to this one while its duplicate is listed, and when that just ended.
  const known = deals.filter(({ id, isOfSource, staged }) => isOfSource || staged || dropped.has(id));
  if (!yes) refuseMost(of, expired.length, known);
  await expireDeals(transaction, expired, now);
  const keptByDuplicates = deals.filter(({ own, duplicate }) => !own && duplicate).map(({ id }) => id);
  await markUnlisted(transaction, [...expired, ...keptByDuplicates]);
  const kept = unlisted.flatMap(({ id, title, at }) =>
    at === null ? [] : [{ threadId: id, title, fields: [{ field: 'schedule' as const, on: dayIn(at, timeZone) }] }],
  );
  return { expired, kept };
}

/** Notes which merged duplicates a source lists, other than as over. @returns the ids of the deals of which it listed one until now */
async function noteListedDuplicates(transaction: Db, source: string, now: Date): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; listed: boolean }>`
    update merged_deals as m set listed = not m.listed where m.source = ${source} and m.listed <> ${isStaged('m', isNotOver(now))}
    returning m.into_thread_id as id, m.listed`.execute(transaction);
  return new Set(rows.filter(({ listed }) => !listed).map(({ id }) => id));
}

/** A deal that is not expired, and of which a source has a record: its own one, or that of a duplicate. */
interface LiveDeal {
  id: number;
  title: string;
  /** When an editor scheduled it last. */
  at: Date | null;
  isOfSource: boolean;
  /** Whether its own source lists it. */
  own: boolean;
  /** Whether any source lists a duplicate that was merged into it. */
  duplicate: boolean;
  /** Whether any record of it is staged. */
  staged: boolean;
}

async function readLiveDeals(transaction: Db, source: string): Promise<LiveDeal[]> {
  const { rows } = await sql<LiveDeal>`
    select d.thread_id as id, d.title, e.edited_at as at, ${hasListedDuplicate} as duplicate, d.source = ${source} as "isOfSource",
      case when d.source = ${source} then ${isStaged('d')} else u.thread_id is null end as own,
      (d.source = ${source} and ${isStaged('d')}) or exists (
        select from merged_deals as m where m.into_thread_id = d.thread_id and m.source = ${source} and ${isStaged('m')}) as staged
    from deals as d left join edited_fields as e on e.thread_id = d.thread_id and e.field = 'schedule'
      left join unlisted_deals as u on u.thread_id = d.thread_id
    where (d.source = ${source} or d.thread_id in (select into_thread_id from merged_deals where source = ${source}))
      and d.status <> 'expired' and not ${offSite('d')} order by d.thread_id`.execute(transaction);
  return rows;
}

/** @throws Refused when the files lack most deals that a source knows, so that they may have been cut short, and some would expire */
function refuseMost(source: string, expiring: number, known: LiveDeal[]): void {
  const missing = known.filter(({ staged }) => !staged).length;
  const isMost = missing * 2 > known.length && (expiring > FEW || missing === known.length);
  if (!isMost || expiring === 0) return;
  const would = expiring === missing ? 'would expire' : `${expiring} of them would expire`;
  throw new Refused(
    `${missing} of ${known.length} deals of "${source}" are not in the files and ${would}; nothing was written.`,
    'Look whether the files are whole. If they are, --yes expires them.',
  );
}

async function oneSource(db: Db, given: string | undefined): Promise<string> {
  const { rows } = await sql<{ source: string }>`select distinct source from staged where type = 'deal' order by source`.execute(db);
  const sources = rows.map(({ source }) => source);
  const [only = given] = sources;
  if (sources.length > 1 || only === undefined || (given !== undefined && only !== given)) {
    const found = sources.length === 0 ? 'no deals' : `deals of ${sources.map((source) => `"${source}"`).join(', ')}`;
    throw new Refused(
      `--complete needs files with all deals of one source${given === undefined ? '' : ` ("${given}")`}; there are ${found} in them`,
    );
  }
  return only;
}
