import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { dealPath } from '../deals/deal.ts';
import type { ImportReport } from './import-report.ts';

const MOST_WARNINGS = 20;

/** How far apart two deals may have been posted. */
const APART = sql`interval '7 days'`;

interface DuplicateRow {
  file: number;
  line: number;
  title: string;
  other_file: number | null;
  other_line: number | null;
  other_id: number;
  other_title: string;
  other_posted_at: Date;
  total: number;
}

/**
 * After everything is saved: warns of deals that the import added or changed and that look like another one, which has
 * the same title (`title_key`) or address, the same store and price, and was posted within 7 days.
 */
export async function warnOfDuplicates(db: Db, report: ImportReport, names: string[]): Promise<void> {
  if (report.added.deal + report.changed.deal === 0) return;
  await collectTouched(db, report.changedThreadIds);
  const rows = await findDuplicates(db);
  report.warningCount = rows[0]?.total ?? 0;
  report.warnings = rows.map((row) => ({ file: names[row.file] ?? '', line: row.line, ...warningOf(row, names) }));
}

/** As `warnOfDuplicates`, of one deal, in the transaction that saved it. */
export async function duplicatesOf(transaction: Db, threadId: number): Promise<{ reason: string; threadId: number | null }[]> {
  await makeTouched(transaction);
  await sql`
    insert into touched select thread_id, 0, 0, 1, store_id, price_cents from deals where thread_id = ${threadId}`.execute(transaction);
  return (await findDuplicates(transaction)).map((row) => warningOf(row, []));
}

/** Makes the table `touched`, for deals that were added or changed; it lives as long as the transaction. */
const makeTouched = (db: Db) =>
  sql`create temporary table touched (
    thread_id bigint primary key, seq int not null, file int not null, line int not null,
    store_id int not null, price_cents int) on commit drop`.execute(db);

async function collectTouched(db: Db, changedThreadIds: number[]): Promise<void> {
  await makeTouched(db);
  await sql`
    insert into touched
    select d.thread_id, s.seq, s.file, s.line, d.store_id, d.price_cents
    from unnest(${changedThreadIds}::bigint[]) as id join deals as d on d.thread_id = id
    join staged as s on s.type = 'deal' and s.source = d.source and s.source_id = d.source_id`.execute(db);
  await sql`analyze touched`.execute(db);
}

/**
 * What the planner expects of deals that have just come is far from what is there, so nothing hangs on it: tables are joined
 * by their keys alone, each of `touched` once, and what stands near is found by sorting. A frame that moves along with the
 * rows would be gone through for each of them; instead time is cut into weeks, and the week around a deal is the end of one,
 * all of its own, and the beginning of the next.
 */
async function findDuplicates(db: Db): Promise<DuplicateRow[]> {
  const { rows } = await sql<DuplicateRow>`
    with pairs as materialized (select distinct store_id, price_cents from touched),
    -- What was there before comes before what this import brings, so that of two in its files the later one is reported.
    alike as materialized (
      select d.thread_id, touched.seq, coalesce(touched.seq, -d.thread_id) as place, d.store_id, d.price_cents, d.posted_at, d.title, d.url
      from pairs join deals as d using (store_id, price_cents) left join touched using (thread_id)),
    keyed as (
      select thread_id, seq, place, posted_at, store_id, price_cents, known.by, known.key,
        count(*) over (partition by store_id, price_cents, known.by, known.key) as sharing
      from alike cross join lateral (values ('title', title_key(title)), ('url', url)) as known (by, key)),
    weeks as (
      select thread_id, seq, side, case side when 0 then place end as place, store_id, price_cents, by, key,
        posted_at + side * ${APART} as moment, date_bin(${APART}, posted_at + side * ${APART}, timestamptz 'epoch') as week
      from keyed cross join (values (-1), (0), (1)) as sides (side)
      where sharing > 1 and (side = 0 or seq is not null)),
    near as (
      select thread_id, seq, case side
        when -1 then min(place) over (of_week order by moment desc)
        when 0 then min(place) over of_week
        else min(place) over (of_week order by moment) end as place
      from weeks
      window of_week as (partition by store_id, price_cents, by, key, week)),
    reported as (
      select thread_id, seq, min(place) as place from near where seq is not null group by thread_id, seq having min(place) < seq),
    shown as materialized (select *, count(*) over ()::int as total from reported order by seq limit ${MOST_WARNINGS})
    select touched.file, touched.line, d.title, first.file as other_file, first.line as other_line,
      other.thread_id as other_id, other.title as other_title, other.posted_at as other_posted_at, shown.total
    from shown
    join touched using (thread_id)
    join deals as d using (thread_id)
    left join touched as first on first.seq = shown.place
    join deals as other on other.thread_id = coalesce(first.thread_id, -shown.place)
    order by shown.seq`.execute(db);
  return rows;
}

function warningOf(row: DuplicateRow, names: string[]): { reason: string; threadId: number | null } {
  const same = `"${row.title}" looks like the same product at the same store and price as`;
  if (row.other_line !== null && row.other_file !== null) {
    const place = row.other_file === row.file ? '' : ` of ${names[row.other_file]}`;
    return { threadId: null, reason: `${same} line ${row.other_line}${place}` };
  }
  const path = dealPath({ threadId: row.other_id, title: row.other_title });
  return { threadId: row.other_id, reason: `${same} deal ${path}, posted ${row.other_posted_at.toISOString().slice(0, 10)}` };
}
