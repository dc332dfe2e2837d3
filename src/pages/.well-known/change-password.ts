import { SETTINGS } from '../../features/accounts/settings/page.ts';
import { readEndpoint, seeOther } from '../../server/http/endpoint.ts';

export const prerender = false;

/** Leads password managers to where members change their password (W3C, "A Well-Known URL for Changing Passwords"). */
export const ALL = readEndpoint(() => seeOther(`${SETTINGS}#password`));
