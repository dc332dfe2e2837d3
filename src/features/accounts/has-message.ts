import { readCookie } from '../../lib/read-cookie.ts';
import { inStorage } from '../../ui/in-storage.ts';

/** Key in the tab's storage of what the next page load is to show (spec §4). */
export const MESSAGE_KEY = 'message-after-load';
/** Says the same where a page answered and no script could save anything: a magic link, a plain form, a provider. */
export const MESSAGE_COOKIE = 'after-sign-in';

/** Whether something was saved for this page load. */
export const hasMessage = (): boolean =>
  Boolean(inStorage(() => sessionStorage.getItem(MESSAGE_KEY))) || readCookie(document.cookie, MESSAGE_COOKIE) !== undefined;
