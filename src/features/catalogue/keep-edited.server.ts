import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { DEAL_FIELD_NAMES, DEAL_FIELDS, type DealField } from './deal-fields.ts';

/** Fields that editors changed and that are kept although a file has another value. */
export interface KeptFields {
  threadId: number;
  title: string;
  /** With the ISO date of the day on which each was changed. */
  fields: { field: DealField; on: string }[];
}

/** Where editors changed fields of deals, makes `wanted_deals` (`upsertDeals`) be as the deals are. @returns what the files say otherwise */
export async function keepEdited(db: Db): Promise<KeptFields[]> {
  const edited = sql`
    (select d.*, array_agg(e.field) as edited,
      array(select collection_id from deal_collections as c where c.thread_id = d.thread_id order by collection_id) as collection_ids
    from wanted_deals as w join deals as d using (source, source_id) join edited_fields as e on e.thread_id = d.thread_id group by d.thread_id)`;
  const { rows } = await sql<KeptFields>`
    select d.thread_id as "threadId", d.title, jsonb_agg(jsonb_build_object(
      'field', e.field, 'on', to_char(e.edited_at at time zone 'UTC', 'YYYY-MM-DD')) order by e.edited_at, e.field) as fields
    from ${edited} as d join wanted_deals as w using (source, source_id) join edited_fields as e on e.thread_id = d.thread_id
    where case e.field ${sql.join(
      DEAL_FIELD_NAMES.map((field) => sql`when ${sql.lit(field)} then ${differs(field)}`),
      sql` `,
    )} else false end
    group by d.thread_id, d.title order by d.thread_id`.execute(db);
  const columns = DEAL_FIELD_NAMES.flatMap((field) => DEAL_FIELDS[field].map((column) => ({ field, column })));
  const kept = columns.map(
    ({ field, column }) =>
      sql`${sql.ref(column)} = case when ${sql.lit(field)} = any(d.edited) then ${sql.ref(`d.${column}`)} else ${sql.ref(`w.${column}`)} end`,
  );
  await sql`
    update wanted_deals as w set ${sql.join(kept)},
      collection_ids = case when 'collections' = any(d.edited) then d.collection_ids else w.collection_ids end,
      prices = case when 'price' = any(d.edited) then (
        select jsonb_agg(jsonb_build_object('on', observed_on, 'cents', cents)) from price_observations as p where p.thread_id = d.thread_id)
        else w.prices end
    from ${edited} as d where d.source = w.source and d.source_id = w.source_id`.execute(db);
  return rows;
}

/** Whether a field of the wanted deal `w` is not that of the deal `d`. */
function differs(field: DealField): RawBuilder<boolean> {
  if (field === 'collections') return sql`array(select id from unnest(w.collection_ids) as id order by id) <> d.collection_ids`;
  const of = (row: string) => sql.join(DEAL_FIELDS[field].map((column) => sql.ref(`${row}.${column}`)));
  return sql`(${of('w')}) is distinct from (${of('d')})`;
}
