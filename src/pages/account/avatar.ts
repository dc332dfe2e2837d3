import { saveAvatar } from '../../features/accounts/settings/avatar.server.ts';
import { SETTINGS } from '../../features/accounts/settings/page.ts';
import { memberUpload } from '../../features/session/visit.server.ts';

export const prerender = false;

export const ALL = memberUpload(SETTINGS, saveAvatar);
