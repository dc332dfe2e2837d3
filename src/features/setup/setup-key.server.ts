import type { Context } from '../../server/context.ts';
import { isSameSecret } from '../../server/same-secret.ts';
import { hasAdministrator } from '../accounts/administrators.server.ts';

/** The page that makes the first administrator. */
export const SETUP = '/setup';

/** Derived from the site's secret, so that all servers of a site have the same key without storing it. */
const setupKey = ({ keyedHash }: Pick<Context, 'keyedHash'>) => keyedHash('setup');

export const setupPath = (key: string): string => `${SETUP}?key=${encodeURIComponent(key)}`;

/** The line that a start prints while there is no administrator: the address of the setup page. Undefined once there is one. */
export async function setupLine(context: Pick<Context, 'config' | 'db' | 'keyedHash'>): Promise<string | undefined> {
  if (await hasAdministrator(context.db)) return undefined;
  return `Nobody administers this site yet. Whoever opens this address first may: ${context.config.siteUrl}${setupPath(setupKey(context))}`;
}

/** Whether a key opens the page: it is the site's, and there is no administrator (contract.md, Posting and the desk). */
export async function opensSetup(context: Pick<Context, 'db' | 'keyedHash'>, key: string | null): Promise<boolean> {
  return isSameSecret(key ?? '', setupKey(context)) && !(await hasAdministrator(context.db));
}
