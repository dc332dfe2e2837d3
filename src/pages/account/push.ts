import { pushForm } from '../../features/notifications/push/push-form.server.ts';

export const prerender = false;

export const ALL = pushForm;
