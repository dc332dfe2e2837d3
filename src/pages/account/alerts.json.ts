import { exportAlerts } from '../../features/alerts/export.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(exportAlerts);
