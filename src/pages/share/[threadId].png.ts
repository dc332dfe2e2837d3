import { sharePicture } from '../../features/deals/share-picture.server.ts';
import { readEndpoint } from '../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(sharePicture);
