import { loginActions } from '../../features/accounts/actions.server.ts';

export const prerender = false;

export const ALL = loginActions;
