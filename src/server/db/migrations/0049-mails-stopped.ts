import { type Kysely, sql } from 'kysely';

const KINDS = `('deal-alert', 'reply', 'quote', 'mention', 'price-drop', 'expired', 'works-again', 'ends-soon', 'moderation', 'mails-stopped')`;

/** Members are told that mails to their address stopped, on the site alone: no choice of channels has this kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in ${KINDS})`,
    )
    .execute(db);
}
