import { loginActions } from '../../features/accounts/actions.server.ts';

export const ALL = loginActions;
