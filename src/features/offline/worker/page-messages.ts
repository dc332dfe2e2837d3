import { isRecord } from '../../../lib/is-record.ts';
import type { PageMessage } from '../caches.ts';
import { readKept } from '../caches.ts';
import { keyOf } from '../kept-page.ts';
import { forget, updateKeptPages } from './pages.ts';
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
    case 'viewer':
      return event.waitUntil(viewedBy(message.member));
    case 'forget':
      return event.waitUntil(forget().then(() => event.ports[0]?.postMessage('forgotten')));
  }
}

/** Only pages of the site can send any. */
const isPageMessage = (data: unknown): data is PageMessage => isRecord(data) && typeof data['say'] === 'string';

const keyAt = (path: string) => keyOf(new URL(path, location.origin))?.key;

const copied = ({ path, code, store }: PageMessage & { say: 'coupon' }): Promise<void> =>
  updateKeptPages(async (kept) => ({
    ...kept,
    pages: kept.pages.map((page) => (page.key === keyAt(path) ? { ...page, coupon: { code, store, at: Date.now() } } : page)),
  }));

/** Notes whose pages these are. Those of a guest become the member's; those of a member are for nobody else. */
const viewedBy = async (member: number): Promise<void> => {
  const { owner = 0 } = await readKept();
  if (owner !== 0 && owner !== member) await forget();
  if (owner !== member) await updateKeptPages(async (kept) => ({ ...kept, owner: member }));
};
