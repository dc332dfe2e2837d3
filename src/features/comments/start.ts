import { hydrateIsland } from '../../ui/hydrate-island.ts';
import { session } from '../session/store.ts';
import { postPath } from '../../lib/community-paths.ts';
import { clearDraftsOfOthers, draftsAt, readDraft } from './drafts.ts';

/** What the comments of a page need before anybody uses them: loaded for members, for drafts, and for links to comments. */
export async function startThread(thread: HTMLElement): Promise<void> {
  const linked = /^#post(\d+)$/.exec(location.hash)?.[1];
  // The pages of a long thread are found by the server; it does not lead to this address again.
  if (linked && !document.getElementById(`post${linked}`) && location.search === '') return location.replace(postPath(Number(linked)));
  const { user } = await session();
  if (user) clearDraftsOfOthers(user.userid);
  const threadid = Number(thread.dataset['thread']);
  const field = thread.querySelector<HTMLTextAreaElement>(':scope > form textarea');
  if (field?.value === '') field.value = readDraft({ threadid, parentid: null });
  if (draftsAt(threadid).length > 0) hydrateIsland(thread);
  if (!user) return;
  for (const own of thread.querySelectorAll<HTMLElement>(`[data-own="${user.userid}"]`)) own.hidden = false;
  for (const others of thread.querySelectorAll<HTMLElement>(`[data-of="${user.userid}"]`)) others.hidden = true;
}
