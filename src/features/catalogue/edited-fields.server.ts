import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { DealField } from './deal-fields.ts';

/** Notes that an editor set these fields of deals: imports no longer change them. */
export async function noteEdited(transaction: Db, threadIds: number[], fields: DealField[], now: Date): Promise<void> {
  await sql`
    insert into edited_fields (thread_id, field, edited_at)
    select thread_id, field, ${now}::timestamptz from unnest(${threadIds}::bigint[]) as thread_id cross join unnest(${fields}::text[]) as field
    on conflict (thread_id, field) do update set edited_at = excluded.edited_at`.execute(transaction);
}

/** Lets imports change fields of a deal again. @returns those that an editor had set */
export async function followSource(transaction: Db, threadId: number, fields: DealField[]): Promise<DealField[]> {
  const { rows } = await sql<{ field: DealField }>`
    delete from edited_fields where thread_id = ${threadId} and field = any(${fields}::text[]) returning field`.execute(transaction);
  return rows.map(({ field }) => field);
}

/** Which fields of deals editors have set. */
export async function editedFields(db: Db, threadIds: number[]): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ id: number; fields: string[] }>`
    select thread_id as id, array_agg(field) as fields from edited_fields where thread_id = any(${threadIds}::bigint[])
    group by thread_id`.execute(db);
  return new Map(rows.map(({ id, fields }) => [id, new Set(fields)]));
}

/** Like `followSource`, for all fields of the staged deals. */
export async function followStaged(transaction: Db): Promise<void> {
  await sql`
    delete from edited_fields as e using staged as s join deals as d using (source, source_id)
    where d.thread_id = e.thread_id and s.type = 'deal'`.execute(transaction);
}
