import type { Theme } from '../shell/theme.ts';
import { endPush } from '../offline/end-push.ts';
import { deleteKeptPages } from '../offline/delete-kept-pages.ts';
import { isFault, postForm } from '../session/calls.ts';
import { logOutCall } from './contracts/log-out.ts';
import { themeCall } from './contracts/theme.ts';

/** Ends the session, and removes what the browser keeps of it. @returns whether it is over */
export async function sendLogOut(): Promise<boolean> {
  if (isFault(await postForm(logOutCall, {}))) return false;
  await deleteKeptPages();
  // Messages for the member are not shown to the next visitor.
  await endPush().catch(() => undefined);
  return true;
}

export const sendTheme = (theme: Theme) => postForm(themeCall, { 'dark-mode': theme === 'midnight' ? '1' : '0' });
