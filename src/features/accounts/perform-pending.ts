import { mayBeMember } from '../session/signed-in.ts';
import { hasPending } from './has-pending.ts';

/**
 * Does what waited for signing in; how, is loaded when something did. It is cleared once it can be done. When it cannot, an error says so, and it is cleared as
 * well: whoever tries again would do it twice.
 * @throws when the dialogs do not come, of which one says the error: it goes on waiting for the next page
 */
export async function performPending(loadDialogs: () => Promise<unknown>, loadHandlers: () => Promise<{ perform(): void }>): Promise<void> {
  if (!mayBeMember() || !hasPending()) return;
  await loadDialogs();
  const script = await loadHandlers().catch(() => import('./give-up-pending.ts'));
  script.perform();
}
