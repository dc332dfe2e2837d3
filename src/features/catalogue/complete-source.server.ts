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

/** A live deal that a source knows, by its own record or by that of a duplicate. */
interface UnlistedRow {
  id: number;
  title: string;
  /** When an editor scheduled it last. */
  at: Date | null;
  of_source: boolean;
  /** Whether its own source lists it. */
  own: boolean;
  /** Whether a source lists a duplicate that was merged into it. */
  duplicate: boolean;
  /** Whether any record of it is staged. */
  staged: boolean;
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
  const { rows: turned } = await sql<{ id: number; listed: boolean }>`
    update merged_deals as m set listed = not m.listed where m.source = ${of} and m.listed <> ${isStaged('m', isNotOver(now))}
    returning m.into_thread_id as id, m.listed`.execute(transaction);
  const { rows } = await sql<UnlistedRow>`
    select d.thread_id as id, d.title, e.edited_at as at, ${hasListedDuplicate} as duplicate, d.source = ${of} as of_source,
      case when d.source = ${of} then ${isStaged('d')} else u.thread_id is null end as own,
      (d.source = ${of} and ${isStaged('d')}) or exists (
        select from merged_deals as m where m.into_thread_id = d.thread_id and m.source = ${of} and ${isStaged('m')}) as staged
    from deals as d left join edited_fields as e on e.thread_id = d.thread_id and e.field = 'schedule'
      left join unlisted_deals as u on u.thread_id = d.thread_id
    where (d.source = ${of} or d.thread_id in (select into_thread_id from merged_deals where source = ${of}))
      and d.status <> 'expired' and not ${offSite('d')} order by d.thread_id`.execute(transaction);
  const unlisted = rows.filter(({ own, duplicate }) => !own && !duplicate);
  const keptByDuplicates = rows.filter(({ own, duplicate }) => !own && duplicate).map(({ id }) => id);
  const expired = unlisted.filter(({ at }) => at === null).map(({ id }) => id);
  // What its duplicates were merged into counts as its own where it listed these, although another source may keep that live.
  const dropped = new Set(turned.filter(({ listed }) => !listed).map(({ id }) => id));
  const known = rows.filter((row) => row.of_source || row.staged || dropped.has(row.id));
  const missing = known.filter(({ staged }) => !staged);
  const isMost = missing.length * 2 > known.length && (expired.length > FEW || missing.length === known.length);
  if (isMost && expired.length > 0 && !yes) {
    const would = expired.length === missing.length ? 'would expire' : `${expired.length} of them would expire`;
    throw new Refused(
      `${missing.length} of ${known.length} deals of "${of}" are not in the files and ${would}; nothing was written.`,
      'Look whether the files are whole. If they are, --yes expires them.',
    );
  }
  await expireDeals(transaction, expired, now);
  await markUnlisted(transaction, [...expired, ...keptByDuplicates]);
  const kept = unlisted.flatMap(({ id, title, at }) =>
    at === null ? [] : [{ threadId: id, title, fields: [{ field: 'schedule' as const, on: dayIn(at, timeZone) }] }],
  );
  return { expired, kept };
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
