import { authorizationActions } from '../../../features/accounts/actions.server.ts';

export const ALL = authorizationActions;
