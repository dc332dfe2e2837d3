import type { Context } from '../../../server/context.ts';
import type { Session } from '../../session/read-session.server.ts';
import { sessionsOf } from '../../session/sessions.server.ts';

/** What the account page shows beyond the session. */
export interface AccountDetails {
  joinedAt: Date;
  /** `null` is the generated one of the id. */
  avatar: string | null;
  providers: string[];
  /** Addresses that a link was sent to which makes them the account's, the latest first. */
  pendingEmails: { email: string; expiresAt: Date }[];
  /** Those that are not over; `id` is no secret. */
  sessions: { id: string; device: string; createdAt: Date; seenAt: Date; isThis: boolean }[];
}

/** Reads what the account page shows of a member. */
export async function readAccount(context: Context, { userId, tokenHash }: Session): Promise<AccountDetails> {
  const { db, clock } = context;
  const member = await db.selectFrom('members').select(['joined_at', 'avatar']).where('user_id', '=', userId).executeTakeFirstOrThrow();
  const identities = await db.selectFrom('identities').select('provider').where('user_id', '=', userId).execute();
  const pendingEmails = await db
    .selectFrom('tokens')
    .select(({ fn }) => ['email', fn.max('expires_at').as('expiresAt')])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('expires_at', '>', clock())
    .groupBy('email')
    .orderBy('expiresAt', 'desc')
    .execute();
  const sessions = await sessionsOf(context, userId);
  return {
    joinedAt: member.joined_at,
    avatar: member.avatar,
    providers: identities.map(({ provider }) => provider),
    pendingEmails,
    sessions: sessions.map((row) => ({
      id: row.id,
      device: row.device,
      createdAt: row.created_at,
      seenAt: row.seen_at,
      isThis: Buffer.compare(row.token_hash, tokenHash) === 0,
    })),
  };
}
