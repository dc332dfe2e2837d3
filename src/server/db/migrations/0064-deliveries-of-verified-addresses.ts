import { type QueryExecutorProvider, sql } from 'kysely';

/** What was held because an address was not verified yet is due once it is. The reason is that of `check-deliveries.server.ts`. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create function release_deliveries_of_verified_address() returns trigger language plpgsql as $$ begin
    update deliveries set due_at = new.email_verified_at
    where user_id = new.user_id and state = 'held' and reason = 'email not verified yet';
    return null;
  end $$`,
  `create trigger release_deliveries_of_verified_address after update of email_verified_at on accounts for each row
    when (old.email_verified_at is null and new.email_verified_at is not null) execute function release_deliveries_of_verified_address()`,
];
