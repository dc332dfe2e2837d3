import { registerActions } from '../../features/accounts/actions.server.ts';
import { withPendingAlert } from '../../features/alerts/pending-alert.server.ts';

export const prerender = false;

export const ALL = withPendingAlert(registerActions, { readsCriteria: true });
