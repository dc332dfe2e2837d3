import { type QueryExecutorProvider, sql } from 'kysely';

/** What moderators do at the desk stands in their log, too: deals that they publish, refuse, edit and feature. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table moderation_actions drop constraint moderation_actions_action_check`,
  `alter table moderation_actions add constraint moderation_actions_action_check check (action in
    ('keep', 'hide', 'delete', 'expire', 'revive', 'warn', 'suspend', 'remove-votes', 'publish', 'refuse', 'edit', 'feature', 'unfeature'))`,
];
