import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/connect.ts';
import type { Complaint } from './problem.ts';
import type { RecordType } from './record.ts';

/** A complaint about a staged line; `file` is the file's place among those imported. */
export type StagedProblem = Complaint & { file: number; line: number };

/** Complaints of one check: the first of them, and how many there are. */
export interface Found {
  problems: StagedProblem[];
  count: number;
}

type Fragment = RawBuilder<unknown>;
interface FoundRow {
  file: number;
  line: number;
  value: string;
  total: number;
}

const MOST_FOUND = 1_000;

/** A field that refers to another record: the name it is written under, how it is staged, and what it must find. */
interface Reference {
  from: RecordType;
  field: string;
  /** What it refers to, and its column `value` (and `source`) taken from the staged row `s`. */
  to: RecordType;
  values: Fragment;
  /** Whether the database already has it, given `ref.value` and `ref.source`. */
  known: Fragment;
}

const bySlug = (from: RecordType, field: string, to: RecordType, table: string, values?: Fragment): Reference => ({
  from,
  field,
  to,
  values: values ?? sql`select s.data->>${sql.lit(field)} as value, '' as source`,
  known: sql`select from ${sql.table(table)} as known where known.slug = ref.value`,
});

const bySource = (from: RecordType, field: string, to: RecordType, table: string, staged = field): Reference => ({
  from,
  field,
  to,
  values: sql`select s.data->>${sql.lit(staged)} as value, s.data->>${sql.lit(`${staged}_source`)} as source`,
  known: sql`select from ${sql.table(table)} as known where known.source = ref.source and known.source_id = ref.value`,
});

const listed = (list: Fragment) => sql`select value, '' as source from jsonb_array_elements_text(${list}) as value`;

const REFERENCES: Reference[] = [
  bySlug('category', 'parent', 'category', 'categories'),
  bySlug('collection', 'rule.categories', 'category', 'categories', listed(sql`s.data->'rule'->'categories'`)),
  bySlug('deal', 'store', 'store', 'stores'),
  bySlug('deal', 'brand', 'brand', 'brands'),
  bySlug('deal', 'category', 'category', 'categories'),
  bySlug('deal', 'forum', 'forum', 'forums'),
  bySlug('deal', 'collections', 'collection', 'collections', listed(sql`s.data->'collections'`)),
  bySource('deal', 'postedBy', 'member', 'members', 'poster'),
  bySource('comment', 'deal', 'deal', 'deals'),
  bySource('comment', 'parent', 'comment', 'comments'),
  bySource('comment', 'member', 'member', 'members'),
  bySlug('offer', 'store', 'store', 'stores'),
];

/** Checks what no line can tell by itself: that nothing stands twice, and that whatever is referred to is there. */
export async function checkStaged(db: Db, count: (type: RecordType) => number): Promise<Found[]> {
  const found = [await findRepeated(db)];
  for (const reference of REFERENCES) if (count(reference.from) > 0) found.push(await findDangling(db, reference));
  if (count('member') > 0) found.push(await findTakenNames(db));
  if (count('comment') > 0) found.push(await findForeignParents(db));
  return found;
}

async function findRepeated(db: Db): Promise<Found> {
  const { rows } = await sql<FoundRow & { type: string }>`
    select s.file, s.line, s.type, first.line as value, count(*) over ()::int as total
    from (select type, source, source_id, min(seq) as seq from staged group by type, source, source_id having count(*) > 1) as twice
    join staged as first on first.seq = twice.seq
    join staged as s on s.type = twice.type and s.source = twice.source and s.source_id = twice.source_id and s.seq > twice.seq
    order by s.seq limit ${MOST_FOUND}`.execute(db);
  return found(rows, ({ type, value }) => ({
    field: NAMED_BY_SOURCE.has(type) ? 'sourceId' : 'slug',
    reason: `this ${type} already stands in line ${value}; leave one of the two out`,
  }));
}

const NAMED_BY_SOURCE = new Set(['member', 'deal', 'comment', 'offer']);

async function findDangling(db: Db, { from, field, to, values, known }: Reference): Promise<Found> {
  const { rows } = await sql<FoundRow>`
    select s.file, s.line, ref.value, count(*) over ()::int as total
    from staged as s cross join lateral (${values}) as ref
    where s.type = ${from} and ref.value is not null
      and not exists (select from staged as t where t.type = ${to} and t.source = ref.source and t.source_id = ref.value)
      and not exists (${known})
    order by s.seq limit ${MOST_FOUND}`.execute(db);
  return found(rows, ({ value }) => ({
    field,
    reason: `there is no ${to} "${value}", neither in the files nor on the site`,
  }));
}

/** User names are unique whatever their case (contract.md, Accounts). */
async function findTakenNames(db: Db): Promise<Found> {
  const { rows } = await sql<FoundRow>`
    with named as (
      select file, line, seq, source, source_id, data->>'username' as value from staged where type = 'member' and data is not null)
    select file, line, value, count(*) over ()::int as total
    from named
    where exists (
        select from named as other where lower(other.value) = lower(named.value) and other.seq < named.seq)
      or exists (
        select from members where lower(username) = lower(named.value)
          and not exists (select from named as other where other.source = members.source and other.source_id = members.source_id))
    order by seq limit ${MOST_FOUND}`.execute(db);
  return found(rows, ({ value }) => ({ field: 'username', reason: `another member is already called "${value}"` }));
}

/** A reply stands under the same deal as what it replies to. */
async function findForeignParents(db: Db): Promise<Found> {
  const { rows } = await sql<FoundRow>`
    select s.file, s.line, s.data->>'parent' as value, count(*) over ()::int as total
    from staged as s
    left join staged as t on t.type = 'comment' and t.source_id = s.data->>'parent' and t.source = s.data->>'parent_source'
    left join comments as c on c.source = s.data->>'parent_source' and c.source_id = s.data->>'parent'
    left join deals as d on d.thread_id = c.thread_id
    where s.type = 'comment' and s.data->>'parent' is not null
      and (t.seq is not null or c.post_id is not null) and (t.seq is null or t.data is not null)
      and (case when t.seq is not null then t.data->>'deal' else d.source_id end,
           case when t.seq is not null then t.data->>'deal_source' else d.source end)
        is distinct from (s.data->>'deal', s.data->>'deal_source')
    order by s.seq limit ${MOST_FOUND}`.execute(db);
  return found(rows, ({ value }) => ({ field: 'parent', reason: `the comment "${value}" belongs to another deal` }));
}

/**
 * After everything is saved: records whose chain of parents never ends, among all categories or among the comments of
 * the threads that the import is about.
 */
export async function findCircles(db: Db, type: 'category' | 'comment'): Promise<Found> {
  const { table, id, key, within } = TREES[type];
  const { rows } = await sql<FoundRow>`
    with recursive rooted as (
      select row.${id} as id from ${table} as row where row.parent_id is null ${within}
      union all select row.${id} from ${table} as row join rooted on row.parent_id = rooted.id)
    select s.file, s.line, s.data->>'parent' as value, count(*) over ()::int as total
    from staged as s join ${table} as row on ${key}
    where s.type = ${type} and not exists (select from rooted where rooted.id = row.${id})
    order by s.seq limit ${MOST_FOUND}`.execute(db);
  return found(rows, ({ value }) => ({ field: 'parent', reason: `"${value}" is itself below this ${type}` }));
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

function found<T extends FoundRow>(rows: T[], complain: (row: T) => Complaint): Found {
  return {
    problems: rows.map((row) => ({ file: row.file, line: row.line, ...complain(row) })),
    count: rows[0]?.total ?? 0,
  };
}
