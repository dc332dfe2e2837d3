import type { Context } from '../../server/context.ts';
import { every } from '../../server/every.ts';
import { clearFormerAccounts } from './former-accounts.server.ts';
import { clearPastEmails } from './past-emails.server.ts';
import { HOUR_MS } from '../../lib/durations.ts';

/** Deletes data of accounts whose time is over: traces of deleted accounts, and former addresses that can no longer be restored. */
export async function cleanUpAccounts(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await clearFormerAccounts(context);
  await clearPastEmails(context.db, context.clock());
}

/** Cleans up at once and every hour. @returns a function that ends it */
export function startAccountCleanupJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  void cleanUpAccounts(context).catch(onError);
  return every(HOUR_MS, () => cleanUpAccounts(context), onError);
}
