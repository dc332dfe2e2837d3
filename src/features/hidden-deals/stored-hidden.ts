import { inStorage } from '../../ui/in-storage.ts';
import { mayBeMember } from '../session/signed-in.ts';
import { hidingStyle, NOTHING_HIDDEN, readHidden, writeHidden, type Hidden } from './hidden.ts';

/** The page's first script looks for it, too (`page-script.ts`). */
const KEY = 'hidden-deals';
/** What the first script of the head has the page look like (`theme-first.js`). */
const STYLE = 'hidden-style';

/** The deals that this browser's user hides. Those of an account go with it when it logs out. */
export function storedHidden(): Hidden {
  const hidden = inStorage(() => readHidden(JSON.parse(localStorage.getItem(KEY) ?? 'null')));
  // A browser that keeps nothing hides nothing.
  if (!hidden) return NOTHING_HIDDEN;
  if (hidden.syncedAt === 0 || mayBeMember()) return hidden;
  forget();
  return NOTHING_HIDDEN;
}

/** Keeps which deals are hidden. Where the browser keeps nothing they are hidden on this page alone. */
export function storeHidden(hidden: Hidden): void {
  if (hidden.ids.length + hidden.unsent.size + hidden.syncedAt === 0) return forget();
  inStorage(() => {
    localStorage.setItem(KEY, JSON.stringify(writeHidden(hidden)));
    if (hidden.ids.length > 0) localStorage.setItem(STYLE, hidingStyle(hidden.ids));
    else localStorage.removeItem(STYLE);
  });
}

function forget(): void {
  inStorage(() => {
    localStorage.removeItem(KEY);
    localStorage.removeItem(STYLE);
  });
}
