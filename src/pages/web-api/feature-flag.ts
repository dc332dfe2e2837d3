import { answerFeatureFlag } from '../../features/flags/feature-flag.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(answerFeatureFlag);
