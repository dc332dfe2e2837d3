import { isRecord } from '../../lib/is-record.ts';
import { parseStored } from '../../lib/parse-stored.ts';
import { readCookie } from '../../lib/read-cookie.ts';
import { inStorage } from '../../ui/in-storage.ts';
import type { Message } from './after-load.ts';
import { MESSAGE_COOKIE, MESSAGE_KEY } from './has-message.ts';

/** Saves what the next page load is to show (spec §4). */
export const saveMessage = (message: Message) => inStorage(() => sessionStorage.setItem(MESSAGE_KEY, JSON.stringify(message)));

/** Only `saveMessage` writes there. */
const isMessage = (json: unknown): json is Message => isRecord(json) && typeof json['after'] === 'string';

/** What was saved for this page load, which removes it. */
export async function takeMessage(): Promise<Message | undefined> {
  const saved = inStorage(() => sessionStorage.getItem(MESSAGE_KEY));
  inStorage(() => sessionStorage.removeItem(MESSAGE_KEY));
  const after = readCookie(document.cookie, MESSAGE_COOKIE);
  if (after) document.cookie = `${MESSAGE_COOKIE}=; path=/; max-age=0; samesite=lax`;
  const message = parseStored(saved, isMessage);
  if (message) return message;
  if (after !== 'social-registration' && after !== 'log-in') return undefined;
  const { messageAfterSignIn } = await import('./message-after-sign-in.ts');
  return messageAfterSignIn(after);
}
