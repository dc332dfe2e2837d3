import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { CHOSEN_KINDS, DEFAULT_CHANNELS, type ChosenKind, type NotificationChannel } from './kinds.ts';

export type Choices = Record<ChosenKind, NotificationChannel[]>;

/** How a member is notified of each kind. */
export async function readChoices(db: Db, userId: number): Promise<Choices> {
  const rows = await db.selectFrom('notification_choices').select(['kind', 'channels']).where('user_id', '=', userId).execute();
  return { ...DEFAULT_CHANNELS, ...Object.fromEntries(rows.map(({ kind, channels }) => [kind, channels])) };
}

/** Keeps how a member wants to be notified; moderators' decisions are on the site in any case. */
export async function saveChoices(db: Db, userId: number, choices: Choices): Promise<void> {
  const rows = CHOSEN_KINDS.map((kind) => {
    const channels = kind === 'moderation' ? [...new Set<NotificationChannel>(['site', ...choices[kind]])] : choices[kind];
    return { user_id: userId, kind, channels };
  });
  await db
    .insertInto('notification_choices')
    .values(rows)
    .onConflict((oc) => oc.columns(['user_id', 'kind']).doUpdateSet({ channels: sql`excluded.channels` }))
    .execute();
}
