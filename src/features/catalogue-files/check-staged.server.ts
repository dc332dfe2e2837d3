import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { stagedProblems, type ProblemRow, type StagedProblems } from '../catalogue/staged-problems.ts';
import { threadIdOfDeal } from '../catalogue/merged.server.ts';
import type { RecordType } from '../catalogue/record.ts';
import type { Unresolved } from './unknown-names.server.ts';
import { findDangling, REFERENCES } from './references.server.ts';

/** How many checks `checkStaged` makes. Checks with nothing to check take no time. */
export const STAGED_CHECKS = 3 + REFERENCES.length;

/**
 * Checks across lines: that no record is there twice, and that all references exist.
 * @param names why some names were not found (`unresolved`), and whether missing records were created
 * @param onProgress called with how many of the checks (`STAGED_CHECKS`) are made, after each
 */
export async function* checkStaged(
  db: Db,
  count: (type: RecordType) => number,
  names: { unresolved: Unresolved; createMissing: boolean },
  onProgress: (done: number) => void | Promise<void>,
): AsyncGenerator<StagedProblems> {
  const checks = [
    findRepeated(db),
    ...REFERENCES.map((reference) => count(reference.from) > 0 && findDangling(db, reference, names)),
    count('member') > 0 && findTakenNames(db),
    count('comment') > 0 && findForeignParents(db),
  ];
  for (const [index, check] of checks.entries()) {
    if (check === false) continue;
    yield* check;
    await onProgress(index + 1);
  }
  await onProgress(checks.length);
}

function findRepeated(db: Db): AsyncGenerator<StagedProblems> {
  const page = async (after: number, limit: number) => {
    const { rows } = await sql<ProblemRow & { type: string; first_file: number }>`
    select s.seq, s.file, s.line, s.source_id, s.type, first.line as value, first.file as first_file
    from (select type, source, source_id, min(seq) as seq from staged group by type, source, source_id having count(*) > 1) as twice
    join staged as first on first.seq = twice.seq
    join staged as s on s.type = twice.type and s.source = twice.source and s.source_id = twice.source_id and s.seq > twice.seq
    where s.seq > ${after} order by s.seq limit ${limit}`.execute(db);
    return rows;
  };
  return stagedProblems(page, ({ type, value, file, first_file }) => ({
    field: NAMED_BY_SOURCE.has(type) ? 'sourceId' : 'slug',
    reason: `this ${type} is already in line ${value}${first_file === file ? '' : ` of file ${first_file + 1}`}; leave one of the two out`,
    ...(type !== 'deal' && { mustBeCorrected: true }),
  }));
}

const NAMED_BY_SOURCE = new Set(['member', 'deal', 'comment', 'offer']);

/** User names are unique whatever their case (contract.md, Accounts). */
function findTakenNames(db: Db): AsyncGenerator<StagedProblems> {
  const page = async (after: number, limit: number) => {
    // Separate joins, so that the planner can hash them; with one condition joined by `or` it would scan all members for each row.
    const { rows } = await sql<ProblemRow>`
    with named as materialized (
      select file, line, seq, source, source_id, data->>'username' as value from staged where type = 'member' and data is not null)
    select seq, file, line, source_id, value
    from (
      select seq, file, line, source_id, value, row_number() over (partition by lower(value) order by seq) > 1 as is_taken from named
      union all
      select named.seq, named.file, named.line, named.source_id, named.value, true from named join members on lower(members.username) = lower(named.value)
      where not exists (select from named as own where own.source = members.source and own.source_id = members.source_id)) as found
    where is_taken and seq > ${after} group by seq, file, line, source_id, value order by seq limit ${limit}`.execute(db);
    return rows;
  };
  return stagedProblems(page, ({ value }) => ({
    field: 'username',
    reason: `another member is already called "${value}"`,
    mustBeCorrected: true,
  }));
}

/**
 * A reply stands under the same deal as what it replies to. Deals that are only in the files have no thread yet; they are
 * distinguished by their keys in the files.
 */
function findForeignParents(db: Db): AsyncGenerator<StagedProblems> {
  const thread = (comment: string) => threadIdOfDeal(sql`${sql.ref(comment)}.data->>'deal_source'`, sql`${sql.ref(comment)}.data->>'deal'`);
  const page = async (after: number, limit: number) => {
    const { rows } = await sql<ProblemRow>`
    with replies as (
      select s.file, s.line, s.seq, s.source_id, s.data->>'parent' as value, t.seq is not null as staged,
        ${thread('s')} as thread, case when t.seq is null then c.thread_id else ${thread('t')} end as parent_thread,
        (s.data->>'deal', s.data->>'deal_source') is distinct from (t.data->>'deal', t.data->>'deal_source') as named_otherwise
      from staged as s
      left join staged as t on t.type = 'comment' and t.source_id = s.data->>'parent' and t.source = s.data->>'parent_source'
      left join comments as c on c.source = s.data->>'parent_source' and c.source_id = s.data->>'parent'
      where s.type = 'comment' and s.data->>'parent' is not null
        and (t.seq is not null or c.post_id is not null) and (t.seq is null or t.data is not null))
    select seq, file, line, source_id, value
    from replies
    where seq > ${after} and (thread is distinct from parent_thread or (thread is null and staged and named_otherwise))
    order by seq limit ${limit}`.execute(db);
    return rows;
  };
  return stagedProblems(page, ({ value }) => ({
    field: 'parent',
    reason: `the comment "${value}" belongs to another deal`,
    mustBeCorrected: true,
  }));
}
