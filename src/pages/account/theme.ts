import { saveTheme } from '../../features/accounts/settings/profile.server.ts';
import { SETTINGS } from '../../features/accounts/settings/page.ts';
import { memberForm } from '../../features/accounts/visit.server.ts';

export const ALL = memberForm(SETTINGS, saveTheme);
