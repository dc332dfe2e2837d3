import { feedRss } from '../features/feeds/rss.server.ts';
import { readEndpoint } from '../server/http/endpoint.ts';

export const ALL = readEndpoint(feedRss);
