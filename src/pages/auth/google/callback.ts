import { googleCallback } from '../../../features/accounts/sign-in/google.server.ts';
import { visitorJson } from '../../../features/session/visit.server.ts';

export const prerender = false;

export const ALL = visitorJson(googleCallback);
