import { registerActions } from '../../features/accounts/actions.server.ts';

export const ALL = registerActions;
