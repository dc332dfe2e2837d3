import { saveTheme } from '../../features/accounts/settings/theme.server.ts';
import { SETTINGS } from '../../features/accounts/settings/page.ts';
import { memberForm } from '../../features/session/visit.server.ts';

export const prerender = false;

export const ALL = memberForm(SETTINGS, saveTheme);
