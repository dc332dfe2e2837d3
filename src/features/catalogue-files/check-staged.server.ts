import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { MOST_PROBLEMS, stagedProblems, type ProblemRow, type StagedProblems } from '../catalogue/staged-problems.ts';
import { threadOf } from '../catalogue/merged.server.ts';
import type { RecordType } from '../catalogue/record.ts';
import { findDangling, REFERENCES } from './references.server.ts';

/** Checks what no line can tell by itself: that nothing stands twice, and that whatever is referred to is there. */
export async function checkStaged(db: Db, count: (type: RecordType) => number): Promise<StagedProblems[]> {
  const all = [await findRepeated(db)];
  for (const reference of REFERENCES) if (count(reference.from) > 0) all.push(await findDangling(db, reference));
  if (count('member') > 0) all.push(await findTakenNames(db));
  if (count('comment') > 0) all.push(await findForeignParents(db));
  return all;
}

async function findRepeated(db: Db): Promise<StagedProblems> {
  const { rows } = await sql<ProblemRow & { type: string; first_file: number }>`
    select s.file, s.line, s.type, first.line as value, first.file as first_file, count(*) over ()::int as total
    from (select type, source, source_id, min(seq) as seq from staged group by type, source, source_id having count(*) > 1) as twice
    join staged as first on first.seq = twice.seq
    join staged as s on s.type = twice.type and s.source = twice.source and s.source_id = twice.source_id and s.seq > twice.seq
    order by s.seq limit ${MOST_PROBLEMS}`.execute(db);
  return stagedProblems(rows, ({ type, value, file, first_file }) => ({
    field: NAMED_BY_SOURCE.has(type) ? 'sourceId' : 'slug',
    reason: `this ${type} already stands in line ${value}${first_file === file ? '' : ` of file ${first_file + 1}`}; leave one of the two out`,
  }));
}

const NAMED_BY_SOURCE = new Set(['member', 'deal', 'comment', 'offer']);

/** User names are unique whatever their case (contract.md, Accounts). */
async function findTakenNames(db: Db): Promise<StagedProblems> {
  const { rows } = await sql<ProblemRow>`
    with named as (
      select file, line, seq, source, source_id, data->>'username' as value from staged where type = 'member' and data is not null)
    select file, line, value, count(*) over ()::int as total
    from named
    where exists (
        select from named as other where lower(other.value) = lower(named.value) and other.seq < named.seq)
      or exists (
        select from members where lower(username) = lower(named.value)
          and not exists (select from named as other where other.source = members.source and other.source_id = members.source_id))
    order by seq limit ${MOST_PROBLEMS}`.execute(db);
  return stagedProblems(rows, ({ value }) => ({ field: 'username', reason: `another member is already called "${value}"` }));
}

/**
 * A reply stands under the same deal as what it replies to. Deals that are only in the files have no thread yet; they are
 * told apart by what the files call them.
 */
async function findForeignParents(db: Db): Promise<StagedProblems> {
  const thread = (comment: string) => threadOf(sql`${sql.ref(comment)}.data->>'deal_source'`, sql`${sql.ref(comment)}.data->>'deal'`);
  const { rows } = await sql<ProblemRow>`
    with replies as (
      select s.file, s.line, s.seq, s.data->>'parent' as value, t.seq is not null as staged,
        ${thread('s')} as thread, case when t.seq is null then c.thread_id else ${thread('t')} end as parent_thread,
        (s.data->>'deal', s.data->>'deal_source') is distinct from (t.data->>'deal', t.data->>'deal_source') as named_otherwise
      from staged as s
      left join staged as t on t.type = 'comment' and t.source_id = s.data->>'parent' and t.source = s.data->>'parent_source'
      left join comments as c on c.source = s.data->>'parent_source' and c.source_id = s.data->>'parent'
      where s.type = 'comment' and s.data->>'parent' is not null
        and (t.seq is not null or c.post_id is not null) and (t.seq is null or t.data is not null))
    select file, line, value, count(*) over ()::int as total
    from replies
    where thread is distinct from parent_thread or (thread is null and staged and named_otherwise)
    order by seq limit ${MOST_PROBLEMS}`.execute(db);
  return stagedProblems(rows, ({ value }) => ({ field: 'parent', reason: `the comment "${value}" belongs to another deal` }));
}
