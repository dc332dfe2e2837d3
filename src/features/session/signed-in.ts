import { readCookie } from '../../lib/read-cookie.ts';

/** Whether somebody seems to be signed in: the server sets this readable cookie beside the session's own. */
export const mayBeMember = () => readCookie(document.cookie, 'signed-in') === '1';
