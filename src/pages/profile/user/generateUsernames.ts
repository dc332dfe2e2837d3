import { generateUsernames } from '../../../features/accounts/usernames.server.ts';
import { readEndpoint } from '../../../server/http/endpoint.ts';

export const ALL = readEndpoint(async ({ context }) => ({ usernames: await generateUsernames(context.db) }));
