import { profileActions } from '../../src/features/members/profile.server.ts';
import { memberOfProfile, type SocialProfile } from '../../src/features/accounts/sign-in/social.server.ts';
import type { Context } from '../../src/server/context.ts';
import type { Caller } from './calls.ts';

/** Deletes the account of whoever is signed in in a browser, as the account page does. */
export async function leave({ browser, password }: { browser: Caller; password: string }): Promise<void> {
  const form = { do: 'deleteaccount', confirm: '1', delete_password: password };
  const { answer } = await browser.callAsMember(profileActions, { address: '/forums/profile.php?do=accountsettings', form });
  if (!(answer as { success: boolean }).success) throw new Error(`the account was not deleted: ${JSON.stringify(answer)}`);
}

/** Signs up with a provider. @returns the member's id */
export async function signUpWith(context: Context, profile: Omit<SocialProfile, 'subject'>): Promise<number> {
  const made = await memberOfProfile(context, { ...profile, subject: `${profile.provider} ${profile.email}` });
  if (made.outcome !== 'new') throw new Error(`nobody signed up: ${made.outcome}`);
  return made.userId;
}

export const suspensionOf = async ({ db }: Context, userId: number): Promise<Date | null> =>
  (await db.selectFrom('accounts').select('suspended_until').where('user_id', '=', userId).executeTakeFirstOrThrow()).suspended_until;
