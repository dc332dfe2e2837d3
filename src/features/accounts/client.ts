import type { Theme } from '../shell/theme.ts';
import { isFault, postForm } from '../session/calls.ts';
import { logOutCall } from './contracts/log-out.ts';
import { themeCall } from './contracts/theme.ts';

/** Ends the session. @returns whether it is over */
export const sendLogOut = async (): Promise<boolean> => !isFault(await postForm(logOutCall, {}));

export const sendTheme = (theme: Theme) => postForm(themeCall, { 'dark-mode': theme === 'midnight' ? '1' : '0' });
