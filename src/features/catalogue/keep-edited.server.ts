import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { dayIn } from '../../server/read-date.ts';
import { DEAL_FIELD_NAMES, DEAL_FIELDS, type DealField } from './deal-fields.ts';

/** Fields that editors changed and that are kept although a file has another value. */
export interface KeptFields {
  threadId: number;
  title: string;
  /**
   * With the day on which each was changed, such as `2026-01-31`. A field with `with` was not itself changed: it is kept because the file's
   * value would contradict the change of that other field.
   */
  fields: { field: DealField; on: string; with?: DealField }[];
}

interface KeptRow extends Omit<KeptFields, 'fields'> {
  fields: { field: DealField; at: string; by: DealField }[];
}

/**
 * Sets fields of `wanted_deals` (`upsertDeals`) that editors changed back to the deals' values.
 * @returns where the files have other values
 */
export async function keepEdited(db: Db, timeZone: string): Promise<KeptFields[]> {
  const edited = sql`
    (select d.*, own.fields as edited, ${KEPT_TOGETHER} as together,
      array(select collection_id from deal_collections as c where c.thread_id = d.thread_id order by collection_id) as collection_ids
    from wanted_deals as w join deals as d using (source, source_id)
    cross join lateral (select array_agg(field) as fields from edited_fields as e where e.thread_id = d.thread_id) as own
    where own.fields is not null)`;
  const { rows } = await sql<KeptRow>`
    select d.thread_id as "threadId", d.title,
      jsonb_agg(jsonb_build_object('field', kept.field, 'at', e.edited_at, 'by', e.field) order by e.edited_at, kept.field) as fields
    from ${edited} as d join wanted_deals as w using (source, source_id)
    cross join lateral (select unnest(d.edited) union select unnest(d.together)) as kept(field)
    cross join lateral (
      select edited_at, field from edited_fields as e where e.thread_id = d.thread_id
        and (e.field = kept.field or kept.field <> all (d.edited) and e.field = any (d.together))
      order by edited_at desc, field limit 1) as e
    where case kept.field ${sql.join(
      DEAL_FIELD_NAMES.map((field) => sql`when ${sql.lit(field)} then ${differs(field)}`),
      sql` `,
    )} else false end
    group by d.thread_id, d.title order by d.thread_id`.execute(db);
  const columns = DEAL_FIELD_NAMES.flatMap((field) => DEAL_FIELDS[field].map((column) => ({ field, column })));
  const kept = columns.map(
    ({ field, column }) =>
      sql`${sql.ref(column)} = case when ${isKept(field)} then ${sql.ref(`d.${column}`)} else ${sql.ref(`w.${column}`)} end`,
  );
  await sql`
    update wanted_deals as w set ${sql.join(kept)},
      collection_ids = case when ${isKept('collections')} then d.collection_ids else w.collection_ids end,
      prices = case when ${isKept('price')} then (
        select jsonb_agg(jsonb_build_object('on', observed_on, 'cents', cents)) from price_observations as p where p.thread_id = d.thread_id)
        else w.prices end
    from ${edited} as d where d.source = w.source and d.source_id = w.source_id`.execute(db);
  return rows.map(({ fields, ...deal }) => ({
    ...deal,
    fields: fields.map(({ field, at, by }) => ({ field, on: dayIn(new Date(at), timeZone), ...(by !== field && { with: by }) })),
  }));
}

const isKept = (field: DealField) => sql<boolean>`${sql.lit(field)} = any (d.edited || d.together)`;

/** Whether a field differs between the wanted deal `w` and the deal `d`. */
function differs(field: DealField): RawBuilder<boolean> {
  if (field === 'collections') return sql`array(select id from unnest(w.collection_ids) as id order by id) <> d.collection_ids`;
  const of = (row: string) => sql.join(DEAL_FIELDS[field].map((column) => sql.ref(`${row}.${column}`)));
  return sql`(${of('w')}) is distinct from (${of('d')})`;
}

/** The fields that are amounts in the deal's currency, each with a condition: that a row has the amount. */
const AMOUNTS = [
  { field: 'price', isIn: (row: string) => sql`(${sql.ref(`${row}.price_terms`)} is not null or ${sql.ref(`${row}.price_cents`)} > 0)` },
  { field: 'listPrice', isIn: (row: string) => sql`${sql.ref(`${row}.list_price_cents`)} > 0` },
  {
    field: 'shipping',
    isIn: (row: string) => sql`greatest(${sql.ref(`${row}.shipping_cents`)}, ${sql.ref(`${row}.free_shipping_from_cents`)}) > 0`,
  },
] as const;

const isOwn = (field: DealField) => sql<boolean>`${sql.lit(field)} = any (own.fields)`;
const either = (column: string, field: DealField) =>
  sql`case when ${isOwn(field)} then ${sql.ref(`d.${column}`)} else ${sql.ref(`w.${column}`)} end`;
const someAmount = (row: string, has: (field: DealField) => RawBuilder<boolean>) =>
  sql`(${sql.join(
    AMOUNTS.map(({ field, isIn }) => sql`${has(field)} and coalesce(${isIn(row)}, false)`),
    sql` or `,
  )})`;

/**
 * The fields of a deal `d` that are kept together although an editor changed only some of them (`own.fields`), because the others of the
 * wanted deal `w` contradict these: amounts in another currency, or a list price that is no more than the price.
 */
const KEPT_TOGETHER = sql`case
  when d.currency <> w.currency and ${someAmount('d', isOwn)} and ${someAmount('w', (field) => sql`not ${isOwn(field)}`)}
    then ${namesOf(AMOUNTS.map(({ field }) => field))}
  when ${either('list_price_cents', 'listPrice')} <= ${either('price_cents', 'price')} then ${namesOf(['price', 'listPrice'])}
  else '{}'::text[] end`;

function namesOf(fields: DealField[]): RawBuilder<string[]> {
  return sql`array[${sql.join(fields.map((field) => sql.lit(field)))}]::text[]`;
}
