import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import type { SuggestionKind } from '../../../server/db/schema/search.ts';
import { foldWords } from '../fold.ts';
import { changeRanks, type RankChange } from './change-ranks.server.ts';
import { rankOf } from './rank.ts';
import { required } from '../../../lib/required.ts';

/** A store, brand, category or user. */
export interface Named {
  kind: SuggestionKind;
  ref: number;
}

interface NameNow extends Named {
  name: string;
  /** Live deals, those of the categories below it too; of a user, the reputation. */
  deals: number;
}

/** Brings suggestions of these up to date with what they are called now, and how many live deals they have. */
export async function updateNames(transaction: Db, changed: Named[]): Promise<void> {
  if (changed.length === 0) return;
  const categories = changed.some(({ kind }) => kind === 'category') ? await readCategories(transaction) : [];
  const others = changed.filter(({ kind }) => kind !== 'category');
  const now = new Map(
    [...categories, ...(await readNames(transaction, others))].map((name) => [
      keyOf(name),
      { ...name, folded: foldWords(name.name).join(' ') },
    ]),
  );
  const known = await readKnown(transaction, others, categories.length > 0 || others.length < changed.length);
  const gone = known.filter((row) => now.get(keyOf(row))?.name !== row.phrase);
  await changeRanks(
    transaction,
    gone.map((row) => ({ ...row, to: null })),
  );
  if (gone.length > 0)
    await transaction
      .deleteFrom('suggestions')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();

  const kept = known.filter((row) => !gone.includes(row));
  const keptKeys = new Set(kept.map(keyOf));
  const added = [...now.values()].filter((name) => name.folded && !keptKeys.has(keyOf(name)));
  const { rows: fresh } = await sql<Omit<RankChange, 'to'> & Named>`
    insert into suggestions (kind, ref, folded, phrase)
    select kind::suggestion_kind, ref, folded, phrase
    from unnest(${added.map(({ kind }) => kind)}::text[], ${added.map(({ ref }) => ref)}::int[], ${added.map(({ folded }) => folded)}::text[],
      ${added.map(({ name }) => name)}::text[]) as t (kind, ref, folded, phrase)
    returning id, kind, ref, folded, rank`.execute(transaction);
  await changeRanks(
    transaction,
    [...kept, ...fresh].map((row) => ({ ...row, to: rankOf(required(now.get(keyOf(row)), 'what a suggestion names')) })),
  );
}

/** Suggestions of these names, and of all categories; each is fetched by its key (`offset 0`): the planner would rather read them all. */
async function readKnown(transaction: Db, named: Named[], withCategories: boolean) {
  const { rows } = await sql<Omit<RankChange, 'to'> & Named & { phrase: string }>`
    select s.* from (
      select distinct kind::suggestion_kind as kind, ref
      from unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ ref }) => ref)}::int[]) as t (kind, ref)) as t
    cross join lateral (
      select id, kind, ref, folded, rank, phrase from suggestions where kind = t.kind and ref = t.ref offset 0) as s
    union all select id, kind, ref, folded, rank, phrase from suggestions where kind = 'category' and ${withCategories}`.execute(
    transaction,
  );
  return rows;
}

const keyOf = ({ kind, ref }: Named) => `${kind}${ref}`;

async function readNames(transaction: Db, named: Named[]): Promise<NameNow[]> {
  const ids = (kind: SuggestionKind) => named.filter((each) => each.kind === kind).map(({ ref }) => ref);
  const filed = (kind: string, table: string) => sql`
    select ${sql.lit(kind)} as kind, t.id as ref, t.name, coalesce(f.deals, 0) as deals
    from ${sql.table(table)} as t left join suggestion_filed as f on f.kind = ${sql.lit(kind)} and f.ref = t.id`;
  const { rows } = await sql<NameNow>`
    ${filed('store', 'stores')} where t.id = any(${ids('store')}::int[])
    union all ${filed('brand', 'brands')} where t.id = any(${ids('brand')}::int[])
    union all select 'user', user_id, username, reputation from members where user_id = any(${ids('user')}::int[])`.execute(transaction);
  return rows;
}

/** All categories: a deal in one is in those above it too, and one that moves takes others along. */
async function readCategories(transaction: Db): Promise<NameNow[]> {
  const { rows } = await sql<NameNow>`
    with recursive up as (
      select id as below, id from categories
      union select up.below, c.parent_id from up join categories as c using (id) where c.parent_id is not null)
    select 'category' as kind, c.id as ref, c.name, coalesce(sum(f.deals), 0)::int as deals
    from categories as c join up using (id) left join suggestion_filed as f on f.kind = 'category' and f.ref = up.below
    group by c.id, c.name`.execute(transaction);
  return rows;
}
