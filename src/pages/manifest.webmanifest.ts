import { manifest } from '../features/offline/manifest.ts';
import { readEndpoint } from '../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(({ context }) => manifest(context.config));
