import { answerSiteText } from '../features/rendering/site-texts.ts';
import { readEndpoint } from '../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(answerSiteText('manifest'));
