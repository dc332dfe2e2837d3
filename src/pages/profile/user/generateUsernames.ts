import type { UsernamesAnswer } from '../../../features/accounts/contracts/usernames.ts';
import { generateUsernames } from '../../../features/accounts/usernames.server.ts';
import { readEndpoint } from '../../../server/http/endpoint.ts';

export const prerender = false;

export const ALL = readEndpoint(async ({ context }): Promise<UsernamesAnswer> => ({ usernames: await generateUsernames(context.db) }));
