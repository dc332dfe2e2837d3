import { session } from '../session/store.ts';
import type { Message } from './after-load.ts';

/** What is to be shown where a page answered a sign-in and no script could save anything; undefined for who is not signed in after all. */
export async function messageAfterSignIn(after: 'log-in' | 'social-registration'): Promise<Message | undefined> {
  const { user } = await session();
  if (!user) return undefined;
  const { hasUnverifiedEmail, hasNotSetPassword } = user;
  return after === 'log-in' ? { after, hasUnverifiedEmail, hasNotSetPassword } : { after, hasUnverifiedEmail };
}
