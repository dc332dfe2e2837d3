import { watchPosts } from '../votes/watch-posts.ts';
import { request } from '../../ui/request.ts';
import { clickedThreads, keepOffline, saveForms, showSaved, threadIdOfForm } from './buttons.ts';
import { ownSavedCall } from './contracts/own-saved.ts';

/** Shows which deals of the page the member saved, also those that come later, and on a page that the browser kept. */
export function watchOwnSaved(): void {
  watchPosts(showOwnSaved, () => clickedThreads.clear());
}

async function showOwnSaved(asked: Set<number>): Promise<void> {
  const ids = new Set(
    saveForms()
      .map(threadIdOfForm)
      .filter((id) => !asked.has(id)),
  );
  if (ids.size === 0) return;
  for (const id of ids) asked.add(id);
  const { address, isAnswer } = ownSavedCall;
  try {
    const json = await request(address, { body: new URLSearchParams([...ids].map((id) => ['ti[]', String(id)])), isRepeatable: true });
    if (!isAnswer(json)) throw new Error(`${address} answers otherwise than its contract says`);
    for (const id of ids) if (!clickedThreads.has(id)) showSaved(id, json.saved.includes(id));
    const ofPage = saveForms().find((form) => !form.closest('.deal-card'));
    const pageId = ofPage ? threadIdOfForm(ofPage) : 0;
    // It may have been saved elsewhere.
    if (ofPage && ids.has(pageId) && !clickedThreads.has(pageId)) keepOffline(ofPage, json.saved.includes(pageId));
  } catch (error) {
    console.warn('Saved deals could not be shown', error);
  }
}
