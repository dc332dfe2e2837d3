import { sql } from 'kysely';
import { acquireLock, isLockHeld, tryAcquireLock } from '../../../server/db/advisory-locks.ts';
import type { Db } from '../../../server/db/database.ts';
import { writeSetting } from '../../../server/db/settings.ts';
import type { SuggestionKind } from '../../../server/db/schema/search.ts';
import { every } from '../../../server/every.ts';
import { updateNames, type Named } from './names.server.ts';
import { changeRanks, type RankChange } from './change-ranks.server.ts';
import { rankOf } from './rank.ts';
import { PHRASES_VERSION, phrasesOf, type TitlePhrase } from './title-phrases.ts';
import { warmSuggestions } from './warm.server.ts';
import { oneRow } from '../../../server/db/one-row.ts';

const EVERY_MS = 500;
const WARMED_EVERY_MS = 60_000;
/** Few enough that others get at the embedded database in between. */
const AT_ONCE = 150;
/** Setting with the version of the rules by which phrases of titles were counted. */
const READ_BY = 'suggestions_read_by';

interface Due {
  id: number;
  each: 1 | -1;
  title: string;
  store_id: number;
  brand_id: number | null;
  category_id: number;
}

/**
 * What the search box suggests follows the catalogue within a second, and what is hot within a minute. Servers take turns.
 * @returns a function that ends it
 */
export function startSuggestionsJob(db: Db, onError: (error: unknown) => void): () => void {
  void reindexTitlesWhenOutdated(db).catch(onError);
  const ends = [every(EVERY_MS, () => gatherSuggestions(db), onError), every(WARMED_EVERY_MS, () => warmSuggestions(db), onError)];
  return () => ends.forEach((end) => end());
}

/** Queues every title to be read again after a change of how they are read: counts are taken back by what a title gives now. */
export async function reindexTitlesWhenOutdated(db: Db): Promise<void> {
  const version = String(PHRASES_VERSION);
  await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    // Emptying the tables while they are gathered from would be a deadlock.
    await acquireLock(transaction, 'suggestions');
    const isNew = await writeSetting(transaction, READ_BY, version);
    if (isNew) await sql`select regather_suggestions()`.execute(transaction);
  });
}

/** Works off everything that is due (migration 0009), some at a time, and no more than that while an import runs, which would take longer. */
export async function gatherSuggestions(db: Db): Promise<void> {
  while ((await isDue(db)) && (await gatherSome(db)) && !(await isLockHeld(db, 'editing')));
}

async function isDue(db: Db): Promise<boolean> {
  const { due } = await oneRow(
    db,
    sql<{ due: boolean }>`
    select exists (select from suggestion_due) or exists (select from suggestion_names_due) as due`,
  );
  return due;
}

/** @returns whether there may be more; not when another server is at it */
async function gatherSome(db: Db): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await tryAcquireLock(transaction, 'suggestions'))) return false;
    const due = await takeDue(transaction);
    await countPhrases(transaction, due);
    const named = await takeNamesDue(transaction);
    await updateNames(transaction, [...named, ...(await countFiled(transaction, due))]);
    return due.length + named.length > 0;
  });
}

async function takeDue(transaction: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    delete from suggestion_due where id = any(array(select id from suggestion_due order by id limit ${AT_ONCE})) returning *`.execute(
    transaction,
  );
  return rows;
}

async function takeNamesDue(transaction: Db): Promise<Named[]> {
  const { rows } = await sql<Named>`
    delete from suggestion_names_due where id = any(array(select id from suggestion_names_due order by id limit ${AT_ONCE}))
    returning kind, ref`.execute(transaction);
  return rows;
}

async function countPhrases(transaction: Db, due: Due[]): Promise<void> {
  const counted = new Map<string, TitlePhrase & { n: number }>();
  for (const { each, title } of due)
    for (const found of phrasesOf(title)) {
      const key = `${found.kind} ${found.folded}`;
      const known = counted.get(key);
      if (known) known.n += each;
      else counted.set(key, { ...found, n: each });
    }
  const changed = [...counted.values()].filter(({ n }) => n !== 0);
  if (changed.length === 0) return;
  const { rows } = await sql<Omit<RankChange, 'to'> & { deals: number; hot: boolean }>`
    insert into suggestions as s (kind, folded, phrase, deals)
    select kind::suggestion_kind, folded, phrase, n
    from unnest(${changed.map(({ kind }) => KINDS[kind])}::text[], ${changed.map(({ folded }) => folded)}::text[],
      ${changed.map(({ phrase }) => phrase)}::text[], ${changed.map(({ n }) => n)}::int[]) as t (kind, folded, phrase, n)
    on conflict (kind, ref, folded) do update set deals = s.deals + excluded.deals
    returning id, kind, folded, rank, deals, hot`.execute(transaction);
  await changeRanks(
    transaction,
    rows.map((row) => ({ ...row, to: rankOf(row) })),
  );
  const gone = rows.filter(({ deals }) => deals <= 0).map(({ id }) => id);
  if (gone.length > 0) await transaction.deleteFrom('suggestions').where('id', 'in', gone).execute();
}

const KINDS: Record<TitlePhrase['kind'], SuggestionKind> = { name: 'product', pair: 'pair' };

/** Counts live deals by what they are filed under. @returns the stores, brands and categories whose count changed */
async function countFiled(transaction: Db, due: Due[]): Promise<Named[]> {
  const counted = new Map<string, Named & { n: number }>();
  for (const { each, ...deal } of due)
    for (const [kind, ref] of [
      ['store', deal.store_id],
      ['brand', deal.brand_id],
      ['category', deal.category_id],
    ] as const) {
      if (ref === null) continue;
      const known = counted.get(`${kind}${ref}`);
      if (known) known.n += each;
      else counted.set(`${kind}${ref}`, { kind, ref, n: each });
    }
  const changed = [...counted.values()].filter(({ n }) => n !== 0);
  if (changed.length > 0)
    await sql`
      insert into suggestion_filed as f (kind, ref, deals)
      select kind::suggestion_kind, ref, n
      from unnest(${changed.map(({ kind }) => kind)}::text[], ${changed.map(({ ref }) => ref)}::int[], ${changed.map(({ n }) => n)}::int[]) as t (kind, ref, n)
      on conflict (kind, ref) do update set deals = f.deals + excluded.deals`.execute(transaction);
  return changed;
}
