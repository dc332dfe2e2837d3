import { ownCookie } from '../../../server/http/cookies.ts';
import { refusedWith, succeeded, type Outcome } from '../../session/outcomes.server.ts';
import { setDarkModeCookie } from '../../session/session-cookies.server.ts';
import type { MemberVisit } from '../../session/visit.server.ts';
import { SECONDS_A_YEAR } from '../../shell/cookies.ts';
import { STYLE_ID } from '../../shell/style-id.ts';
import { themeCall } from '../contracts/theme.ts';
import { SETTINGS } from './page.ts';

/** Stores the member's choice of theme, which their other devices follow; this one has it in cookies (spec §1). */
export async function saveTheme({ context, cookies, form, session }: MemberVisit): Promise<Outcome> {
  const parsed = themeCall.form.shape['dark-mode'].safeParse(form.get('dark-mode'));
  if (!parsed.success) return refusedWith(SETTINGS, 'Choose a theme from the list.');
  const choice = DARK_MODE[parsed.data];
  await context.db.updateTable('accounts').set({ dark_mode: choice }).where('user_id', '=', session.userId).execute();
  const maxAge = choice === null ? 0 : SECONDS_A_YEAR;
  cookies.set('style-id', String(STYLE_ID[choice ? 'midnight' : 'light']), { ...ownCookie(context), maxAge });
  setDarkModeCookie({ context, cookies }, choice);
  return succeeded(SETTINGS, 'Your theme was saved.');
}

/** Light, midnight, or as the system has it. */
const DARK_MODE = { '0': false, '1': true, '': null } as const;
