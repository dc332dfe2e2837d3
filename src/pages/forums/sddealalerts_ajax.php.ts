import { alertsForm } from '../../features/alerts/alerts.server.ts';

export const prerender = false;

export const ALL = alertsForm;
