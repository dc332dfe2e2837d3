import { answerOembed } from '../../features/embed/oembed.server.ts';
import { crossOriginEndpoint, readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = crossOriginEndpoint(readEndpoint(answerOembed));
