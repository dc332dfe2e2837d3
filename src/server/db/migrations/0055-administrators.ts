import { type QueryExecutorProvider, sql } from 'kysely';

/** Administrators, who say who moderates; the moderators' log notes whom they gave which role. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table accounts drop constraint accounts_role_check`,
  `alter table accounts add constraint accounts_role_check check (role in ('member', 'moderator', 'administrator'))`,
  // Few accounts have a role, and pages and starts ask for those alone.
  `create index accounts_with_role on accounts (user_id) where role <> 'member'`,
  `alter table moderation_actions drop constraint moderation_actions_action_check`,
  `alter table moderation_actions add constraint moderation_actions_action_check check (action in
    ('keep', 'hide', 'delete', 'expire', 'revive', 'warn', 'suspend', 'remove-votes', 'publish', 'refuse', 'edit', 'feature', 'unfeature',
      'role'))`,
];
