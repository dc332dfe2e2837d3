import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { stagedProblems, type ProblemRow, type StagedProblems } from '../catalogue/staged-problems.ts';
import { threadIdOfDeal } from '../catalogue/merged.server.ts';
import type { RecordType } from '../catalogue/record.ts';
import type { Unresolved } from './unknown-names.server.ts';

type Fragment = RawBuilder<unknown>;

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

/** All fields by which records refer to one another. */
export const REFERENCES: Reference[] = [
  bySlug('category', 'parent', 'category', 'categories'),
  bySlug('collection', 'rule.categories', 'category', 'categories', listed(sql`s.data->'rule'->'categories'`)),
  bySlug('deal', 'store', 'store', 'stores'),
  bySlug('deal', 'brand', 'brand', 'brands'),
  bySlug('deal', 'category', 'category', 'categories'),
  bySlug('deal', 'forum', 'forum', 'forums'),
  bySlug('deal', 'collections', 'collection', 'collections', listed(sql`s.data->'collections'`)),
  bySource('deal', 'postedBy', 'member', 'members', 'poster'),
  {
    ...bySource('comment', 'deal', 'deal', 'deals'),
    known: sql`select where ${threadIdOfDeal(sql.ref('ref.source'), sql.ref('ref.value'))} is not null`,
  },
  bySource('comment', 'parent', 'comment', 'comments'),
  bySource('comment', 'member', 'member', 'members'),
  bySlug('offer', 'store', 'store', 'stores'),
];

/**
 * Staged lines whose reference leads nowhere, neither to a staged record nor to one in the database.
 * @param names why some names were not found (`unresolved`), and whether missing records were created
 */
export function findDangling(
  db: Db,
  { from, field, to, values, known }: Reference,
  { unresolved, createMissing }: { unresolved: Unresolved; createMissing: boolean },
): AsyncGenerator<StagedProblems> {
  const page = async (after: number, limit: number) => {
    const { rows } = await sql<ProblemRow>`
    select s.seq, s.file, s.line, s.source_id, ref.value
    from staged as s cross join lateral (${values}) as ref
    where s.type = ${from} and s.seq > ${after} and ref.value is not null
      and not exists (select from staged as t where t.type = ${to} and t.source = ref.source and t.source_id = ref.value)
      and not exists (${known})
    order by s.seq limit ${limit}`.execute(db);
    return rows;
  };
  const advice =
    MAKEABLE.has(to) && !createMissing
      ? 'Import what is missing too, or have it made: --create-missing makes stores, categories, brands and forums.'
      : undefined;
  return stagedProblems(page, ({ value }) => {
    const why = field === to ? unresolved.get(`${to} ${value}`) : undefined;
    return {
      field,
      reason: `${to} "${value}" ${why ?? 'is missing'}`,
      ...(from !== 'deal' && { mustBeCorrected: true }),
      ...(advice && why === undefined && { advice }),
    };
  });
}

const MAKEABLE = new Set<RecordType>(['store', 'category', 'brand', 'forum']);
