import { saveUsername } from '../../features/accounts/settings/username.server.ts';
import { SETTINGS } from '../../features/accounts/settings/page.ts';
import { memberForm } from '../../features/session/visit.server.ts';

export const prerender = false;

export const ALL = memberForm(SETTINGS, saveUsername);
