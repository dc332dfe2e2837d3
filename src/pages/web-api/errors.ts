import { receiveErrorReport } from '../../features/error-reports/error-reports.server.ts';
import { jsonEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = jsonEndpoint(receiveErrorReport);
