import { latestForm } from '../../features/notifications/latest.server.ts';

export const prerender = false;

export const ALL = latestForm;
