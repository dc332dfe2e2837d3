import { googleCallback } from '../../../features/accounts/sign-in/google.server.ts';
import { withPendingAlert } from '../../../features/alerts/pending-alert.server.ts';
import { visitorJson } from '../../../features/session/visit.server.ts';

export const prerender = false;

export const ALL = withPendingAlert(visitorJson(googleCallback));
