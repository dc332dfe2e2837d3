import { createHash } from 'node:crypto';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/database.ts';
import type { Provider } from '../../../server/db/schema/accounts.ts';
import { queueMail } from '../../../server/mail/mail-kind.ts';
import type { Call } from '../../../server/http/endpoint.ts';
import { required } from '../../../lib/required.ts';
import { accountOf, claimAccount, createAccount, findAccount } from '../account.server.ts';
import { isEmail } from '../email.ts';
import { setAfterSignIn } from '../../session/session-cookies.server.ts';
import type { Session } from '../../session/read-session.server.ts';
import { lockSession } from '../../session/sessions.server.ts';
import { signIn } from '../../session/sign-in.server.ts';
import type { Visit } from '../../session/visit.server.ts';
import { clearFailures } from './prove-password.server.ts';
import { requestVerification } from './mail-request.server.ts';
import { PROVIDER_CONNECTED } from '../mail-kinds.ts';

/** A provider's verified profile of who signs in. */
export interface SocialProfile {
  provider: Provider;
  /** The provider's id of the person. */
  subject: string;
  email: string | undefined;
  /** Whether the provider has verified the address. */
  emailVerified: boolean;
  /** Whether the provider runs the address's mailbox, so that whoever signs in there is sure to read it. */
  runsMailbox: boolean;
}

type SocialSignIn =
  | { outcome: 'known' | 'new'; userId: number; deviceEpoch: number }
  /** There is an account with this address, whose mailbox is not the provider's. */
  | { outcome: 'taken' }
  | { outcome: 'no-email' };

/**
 * The member that a provider's profile stands for: one that is connected with it, else the owner of the address when the
 * provider runs its mailbox, who gets a mail about it, else a new one. Another address never joins an existing account by itself: a
 * provider knows no more than that it was somebody's once.
 */
export async function memberOfProfile(context: Context, profile: SocialProfile): Promise<SocialSignIn> {
  const { db, clock } = context;
  const { provider, subject, email, emailVerified, runsMailbox } = profile;
  const member = await db.transaction().execute(async (transaction): Promise<SocialSignIn> => {
    const known = await transaction
      .selectFrom('identities')
      .innerJoin('accounts', 'accounts.user_id', 'identities.user_id')
      .select(['identities.user_id', 'accounts.device_epoch'])
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst();
    if (known) return { outcome: 'known', userId: known.user_id, deviceEpoch: known.device_epoch };
    if (!email || !isEmail(email)) return { outcome: 'no-email' };
    const now = clock();
    const owner = await findAccount(transaction, email);
    if (owner && !runsMailbox) return { outcome: 'taken' };
    if (owner) {
      await claimAccount(transaction, owner, now);
      await connect(transaction, profile, owner.userId, now);
      const { deviceEpoch } = required(await accountOf(transaction, owner.userId), 'the account');
      return { outcome: 'known', userId: owner.userId, deviceEpoch };
    }
    const made = await createAccount(transaction, { email, passwordHash: null, isVerified: emailVerified }, context);
    // Another request has just registered the address.
    if (!made) return { outcome: 'taken' };
    await addIdentity(transaction, profile, made.userId, now);
    return { outcome: 'new', userId: made.userId, deviceEpoch: 0 };
  });
  // After the transaction, which the count of mails would wait for.
  if (member.outcome === 'new' && email && !emailVerified) await requestVerification(context, { userId: member.userId, email });
  return member;
}

/**
 * What becomes of a provider's account that somebody who is signed in comes with: connected now, their own already, or
 * another member's. Connecting is a way in for good, so it takes a fresh sign-in that was not ended meanwhile, as by a reset, and the member
 * gets a mail about it.
 */
export async function connectProfile(
  { db, clock }: Context,
  session: Pick<Session, 'userId' | 'isFresh' | 'tokenHash'>,
  profile: SocialProfile,
): Promise<'connected' | 'own' | 'foreign' | 'stale'> {
  const { userId, isFresh } = session;
  const { provider, subject } = profile;
  const held = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (held) return held.user_id === userId ? 'own' : 'foreign';
  if (!isFresh) return 'stale';
  return db.transaction().execute(async (transaction) => {
    if (!(await lockSession(transaction, session))) return 'stale';
    return (await connect(transaction, profile, userId, clock())) ? 'connected' : 'foreign';
  });
}

/** Connects a member with a provider's account, and notifies them by mail. @returns as `addIdentity` */
async function connect(transaction: Db, profile: SocialProfile, userId: number, now: Date): Promise<boolean> {
  const isAdded = await addIdentity(transaction, profile, userId, now);
  if (isAdded) await queueMail(transaction, PROVIDER_CONNECTED, { userId, provider: profile.provider });
  return isAdded;
}

/** @returns false when the member is connected with another account of the provider, or another request has just connected this one */
async function addIdentity(transaction: Db, { provider, subject }: SocialProfile, userId: number, now: Date): Promise<boolean> {
  const added = await transaction
    .insertInto('identities')
    .values({ provider, subject, user_id: userId, created_at: now })
    .onConflict((oc) => oc.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** The outcome of a sign-in by a provider: signed in, connected to the account that is signed in, or why neither. */
export type SocialSignInResult = 'signed-in' | Exclude<Awaited<ReturnType<typeof connectProfile>>, 'own'> | 'taken' | 'no-email';

/** Signs in with the profile of a provider; where somebody is signed in, connects it to their account, or has them prove who they are. */
export async function signInWithProfile(visit: Visit<Call>, profile: SocialProfile): Promise<SocialSignInResult> {
  const { context, session } = visit;
  const connected = session ? await connectProfile(context, session, profile) : 'own';
  if (connected !== 'own') return connected;
  const member = await memberOfProfile(context, profile);
  if (!('userId' in member)) return member.outcome;
  await clearFailures(context, member.userId);
  const { userId, deviceEpoch: provenEpoch } = member;
  if (!(await signIn(visit, userId, false, { provenEpoch, isNew: member.outcome === 'new' }))) return 'stale';
  setAfterSignIn(visit, member.outcome === 'new' ? 'social-registration' : 'log-in');
  return 'signed-in';
}

/** The nonce that a secret in a browser's cookie stands for in a provider's token. */
export const nonceOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
