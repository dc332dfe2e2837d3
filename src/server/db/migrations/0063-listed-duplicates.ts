import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Whether the last complete import of its source listed the record of a merged duplicate: such a deal stays while its own source lists it no
 * more, as `unlisted_deals` says then. Imports note it as a field of the deal that the duplicate was merged into.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const IMPORT = `current_setting('catalogue.import', true)`;

const STATEMENTS = [
  `alter table merged_deals add column listed boolean not null default false`,
  `create function track_merged_deals() returns trigger language plpgsql set enable_nestloop = off set jit = off as $$ begin
    insert into import_changes as noted (import_id, subject, id, fields)
    select ${IMPORT}::int, 'deal', n.into_thread_id, jsonb_object_agg('listed.' || n.thread_id, jsonb_build_array(o.listed, n.listed))
    from old_rows as o join new_rows as n using (thread_id) where o.listed <> n.listed group by n.into_thread_id
    on conflict (import_id, subject, id) do update set fields = joined_fields(noted.fields, excluded.fields)
      where noted.fields is not null;
    return null;
  end $$`,
  `create trigger track_update after update on merged_deals referencing old table as old_rows new table as new_rows
    for each statement when (${IMPORT} <> '') execute function track_merged_deals()`,
];
