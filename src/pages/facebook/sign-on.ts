import { facebookSignOn } from '../../features/accounts/sign-in/facebook.server.ts';
import { withPendingAlert } from '../../features/alerts/pending-alert.server.ts';
import { visitorForm } from '../../features/session/visit.server.ts';

export const prerender = false;

export const ALL = withPendingAlert(visitorForm(() => '/account/log-in', facebookSignOn));
