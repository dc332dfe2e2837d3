import { readCookie } from '../../lib/read-cookie.ts';
import type { Message } from './after-load.ts';

const KEY = 'message-after-load';
/** Says the same where a page answered and no script could save anything: a magic link, a plain form, a provider. */
const COOKIE = 'after-sign-in';

/** Saves what the next page load is to show (spec §4). */
export const saveMessage = (message: Message) => sessionStorage.setItem(KEY, JSON.stringify(message));

/** What was saved for this page load, which is forgotten by that. */
export async function takeMessage(): Promise<Message | undefined> {
  const saved = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const after = readCookie(document.cookie, COOKIE);
  if (after) document.cookie = `${COOKIE}=; path=/; max-age=0; samesite=lax`;
  if (saved) return JSON.parse(saved) as Message;
  if (after !== 'social-registration' && after !== 'log-in') return undefined;
  const { messageAfterSignIn } = await import('./message-after-sign-in.ts');
  return messageAfterSignIn(after);
}
