import { sql } from 'kysely';
import { Refused } from '../../lib/refused.ts';
import type { Db } from '../../server/db/database.ts';
import { stagedProblems, type ProblemRow, type StagedProblems } from './staged-problems.ts';

/**
 * After everything is saved: records whose chain of parents never ends, among all categories or among the comments of
 * the threads that the import is about.
 */
export function findCycles(db: Db, type: 'category' | 'comment'): AsyncGenerator<StagedProblems> {
  const { table, id, key, within } = TREES[type];
  const page = async (after: number, limit: number) => {
    const { rows } = await sql<ProblemRow>`
    with recursive rooted as (
      select row.${id} as id from ${table} as row where row.parent_id is null ${within}
      union all select row.${id} from ${table} as row join rooted on row.parent_id = rooted.id),
    -- "except" is worked out with a hash whatever the planner expects; "not in" and "not exists" walked through all for each, and so did
    -- taking replies alone, which it expects to be few.
    circling as materialized (select row.${id} as id from ${table} as row where true ${within} except select id from rooted)
    select s.seq, s.file, s.line, s.source_id, s.data->>'parent' as value
    from circling join ${table} as row on row.${id} = circling.id join staged as s on ${key}
    where s.type = ${type} and s.seq > ${after}
    order by s.seq limit ${limit}`.execute(db);
    return rows;
  };
  return stagedProblems(page, ({ value }) => ({
    field: 'parent',
    reason: `"${value}" is itself below this ${type}`,
    mustBeCorrected: true,
  }));
}

const TREES = {
  category: { table: sql.table('categories'), id: sql.ref('id'), key: sql`row.slug = s.source_id`, within: sql`` },
  comment: {
    table: sql.table('comments'),
    id: sql.ref('post_id'),
    key: sql`row.source = s.source and row.source_id = s.source_id`,
    within: sql`and row.thread_id in (
      select c.thread_id from staged as s join comments as c on c.source = s.source and c.source_id = s.source_id
      where s.type = 'comment')`,
  },
};

/** @throws Refused when categories lie in a circle */
export async function refuseCycles(db: Db): Promise<void> {
  const { rows } = await sql<{ slug: string }>`
    with recursive rooted as (
      select id from categories where parent_id is null
      union all select c.id from categories as c join rooted on c.parent_id = rooted.id)
    select slug from categories where id not in (select id from rooted) order by slug`.execute(db);
  if (rows.length > 0)
    throw new Refused(`categories would lie in a circle: ${rows.map(({ slug }) => slug).join(', ')}; import where they belong first`);
}
