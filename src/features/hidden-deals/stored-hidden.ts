import { inStorage } from '../../ui/in-storage.ts';
import { mayBeMember } from '../session/signed-in.ts';
import { hidingStyle, NOTHING_HIDDEN, readHidden, writeHidden, type Hidden } from './hidden.ts';

/** The page's first script looks for it, too (`page-script.ts`). */
const KEY = 'hidden-deals';
/** Key of the style that the first script of the head applies (`theme-first.js`). */
const STYLE = 'hidden-style';

/** The deals that this browser's user hides. Those of an account go with it when it logs out. */
export function storedHidden(): Hidden {
  const hidden = inStorage(() => readHidden(JSON.parse(localStorage.getItem(KEY) ?? 'null')));
  // Without storage, nothing is hidden.
  if (!hidden) return NOTHING_HIDDEN;
  if (hidden.syncedAt === 0 || mayBeMember()) return hidden;
  clear();
  return NOTHING_HIDDEN;
}

/** Stores which deals are hidden. Without storage, they are hidden on this page only. */
export function storeHidden(hidden: Hidden): void {
  if (hidden.ids.length + hidden.unsent.size + hidden.syncedAt === 0) return clear();
  inStorage(() => {
    localStorage.setItem(KEY, JSON.stringify(writeHidden(hidden)));
    if (hidden.ids.length > 0) localStorage.setItem(STYLE, hidingStyle(hidden.ids));
    else localStorage.removeItem(STYLE);
  });
}

function clear(): void {
  inStorage(() => {
    localStorage.removeItem(KEY);
    localStorage.removeItem(STYLE);
  });
}
