import { avatarPicture } from '../../../features/accounts/settings/avatar.server.ts';
import { readEndpoint } from '../../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(avatarPicture);
