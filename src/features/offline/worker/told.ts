import type { Told } from '../caches.ts';
import { readKept } from '../caches.ts';
import { keyOf } from '../kept-page.ts';
import { forget, inTurn } from './pages.ts';
import { noteVisit } from './visits.ts';

/** Does what a page says. */
export function obey(event: ExtendableMessageEvent): void {
  const told = event.data as Told;
  switch (told.say) {
    case 'visit':
      return event.waitUntil(noteVisit(told.path, told.since));
    case 'coupon':
      return event.waitUntil(noteVisit(told.path).then(() => copied(told)));
    case 'viewer':
      return event.waitUntil(viewedBy(told.member));
    case 'forget':
      return event.waitUntil(forget().then(() => event.ports[0]?.postMessage('forgotten')));
  }
}

const keyAt = (path: string) => keyOf(new URL(path, location.origin))?.key;

const copied = ({ path, code, store }: Told & { say: 'coupon' }): Promise<void> =>
  inTurn(async (kept) => ({
    ...kept,
    pages: kept.pages.map((page) => (page.key === keyAt(path) ? { ...page, coupon: { code, store, at: Date.now() } } : page)),
  }));

/** Notes whose pages these are. Those of a guest become the member's; those of a member are for nobody else. */
const viewedBy = async (member: number): Promise<void> => {
  const { owner = 0 } = await readKept();
  if (owner !== 0 && owner !== member) await forget();
  if (owner !== member) await inTurn(async (kept) => ({ ...kept, owner: member }));
};
