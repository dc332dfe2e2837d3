import { answerFeatureFlag } from '../../features/flags/feature-flag.server.ts';
import { webApiEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = webApiEndpoint(answerFeatureFlag);
