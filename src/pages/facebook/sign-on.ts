import { facebookSignOn } from '../../features/accounts/sign-in/facebook.server.ts';
import { alsoMakesAlert } from '../../features/alerts/pending-alert.server.ts';
import { visitorForm } from '../../features/session/visit.server.ts';

export const prerender = false;

export const ALL = alsoMakesAlert(visitorForm(() => '/account/log-in', facebookSignOn));
