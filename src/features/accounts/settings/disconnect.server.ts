import { queueMail } from '../../../server/mail/mail-kind.ts';
import { refusedWith, succeeded, type Outcome } from '../../session/outcomes.server.ts';
import type { MemberVisit } from '../../session/visit.server.ts';
import { PROVIDER_DISCONNECTED } from '../mail-kinds.ts';
import { SETTINGS } from './page.ts';

/** Disconnects the member from a provider, as long as there is another way to sign in. */
export async function disconnect({ context, form, session }: MemberVisit): Promise<Outcome> {
  const { db } = context;
  const provider = form.get('provider');
  if (provider !== 'google' && provider !== 'facebook') return refusedWith(SETTINGS, 'Choose what to disconnect.');
  if (!session.hasPassword) return refusedWith(SETTINGS, 'Add a password first, so that you can still log in.');
  const { userId } = session;
  await db.transaction().execute(async (transaction) => {
    const dropped = await transaction
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .returning('user_id')
      .executeTakeFirst();
    if (dropped) await queueMail(transaction, PROVIDER_DISCONNECTED, { userId, provider });
  });
  return succeeded(SETTINGS, `Your account is no longer connected with ${provider === 'google' ? 'Google' : 'Facebook'}.`);
}
