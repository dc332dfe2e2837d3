import { isRecord } from '../../../lib/is-record.ts';
import { type PageMessage, readKeptPages } from '../caches.ts';
import { keyOf, type KeptPage } from '../kept-page.ts';
import { deletePages, updateKeptPages } from './pages.ts';
import { noteVisit } from './visits.ts';

/** Handles a message from a page. */
export function handlePageMessage(event: ExtendableMessageEvent): void {
  const message: unknown = event.data;
  if (!isPageMessage(message)) return;
  switch (message.say) {
    case 'visit':
      return event.waitUntil(noteVisit(message.path, message.since));
    case 'coupon':
      return event.waitUntil(noteVisit(message.path).then(() => copied(message)));
    case 'saved':
      // A deal that was saved from a list has not been visited, so it is fetched first.
      return event.waitUntil((message.saved ? noteVisit(message.path) : Promise.resolve()).then(() => saved(message)));
    case 'viewer':
      return event.waitUntil(viewedBy(message.member));
    case 'forget':
      return event.waitUntil(deletePages().then(() => event.ports[0]?.postMessage('forgotten')));
  }
}

/** Only pages of the site can send any. */
const isPageMessage = (data: unknown): data is PageMessage => isRecord(data) && typeof data['say'] === 'string';

const keyAt = (path: string) => keyOf(new URL(path, location.origin))?.key;

/** Changes the entry of the page at a path, if it is kept. */
const updatePage = (path: string, change: (page: KeptPage) => Partial<KeptPage>): Promise<void> =>
  updateKeptPages(async (kept) => ({
    ...kept,
    pages: kept.pages.map((page) => (page.key === keyAt(path) ? { ...page, ...change(page) } : page)),
  }));

const copied = ({ path, code, store }: PageMessage & { say: 'coupon' }) =>
  updatePage(path, () => ({ coupon: { code, store, at: Date.now() } }));

const saved = ({ path, saved: isSaved }: PageMessage & { say: 'saved' }) =>
  updatePage(path, ({ savedAt = Date.now() }) => ({ savedAt: isSaved ? savedAt : undefined }));

/** Stores the owner of the kept pages. A guest's pages become the member's; another member's pages are deleted. */
const viewedBy = async (member: number): Promise<void> => {
  const { owner = 0 } = await readKeptPages();
  if (owner !== 0 && owner !== member) await deletePages();
  if (owner !== member) await updateKeptPages(async (kept) => ({ ...kept, owner: member }));
};
