import { downloadData } from '../../features/accounts/settings/account-data.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(downloadData);
