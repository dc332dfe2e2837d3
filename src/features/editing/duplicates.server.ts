import { sql } from 'kysely';
import type { Db } from '../../server/db/connect.ts';
import { dealPath } from '../deals/deal.ts';
import type { ImportReport } from './report.ts';

const MOST_WARNINGS = 20;

const WEEK_AROUND = sql`range between interval '7 days' preceding and interval '7 days' following`;

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
  const { rows } = await sql<DuplicateRow>`
    with touched as materialized (
      select s.seq, s.file, s.line, d.thread_id, d.store_id, d.price_cents, d.title
      from staged as s join deals as d on d.source = s.source and d.source_id = s.source_id
      where s.type = 'deal' and d.thread_id = any(${report.changedThreadIds}::bigint[])),
    -- What was there before comes before what this import brings, so that of two in its files the later one is told.
    alike as materialized (
      select d.thread_id, d.store_id, d.price_cents, d.url, d.posted_at, title_key(d.title) as key, coalesce(touched.seq, -d.thread_id) as place
      from deals as d left join touched using (thread_id)
      where (d.store_id, d.price_cents) in (select store_id, price_cents from touched)),
    told as (
      select thread_id, least(
        min(place) over (partition by store_id, price_cents, key order by posted_at ${WEEK_AROUND}),
        min(place) over (partition by store_id, price_cents, url order by posted_at ${WEEK_AROUND})) as place
      from alike)
    select touched.file, touched.line, touched.title, first.file as other_file, first.line as other_line,
      other.thread_id as other_id, other.title as other_title, other.posted_at as other_posted_at, count(*) over ()::int as total
    from touched
    join told on told.thread_id = touched.thread_id and told.place < touched.seq
    left join touched as first on first.seq = told.place
    join deals as other on other.thread_id = coalesce(first.thread_id, -told.place)
    order by touched.seq limit ${MOST_WARNINGS}`.execute(db);
  report.warningCount = rows[0]?.total ?? 0;
  report.warnings = rows.map((row) => ({ file: names[row.file] ?? '', line: row.line, ...toldOf(row, names) }));
}

function toldOf(row: DuplicateRow, names: string[]): { reason: string; threadId: number | null } {
  const same = `"${row.title}" looks like the same product at the same store and price as`;
  if (row.other_line !== null && row.other_file !== null) {
    const place = row.other_file === row.file ? '' : ` of ${names[row.other_file]}`;
    return { threadId: null, reason: `${same} line ${row.other_line}${place}` };
  }
  const path = dealPath({ threadId: row.other_id, title: row.other_title });
  return { threadId: row.other_id, reason: `${same} deal ${path}, posted ${row.other_posted_at.toISOString().slice(0, 10)}` };
}
