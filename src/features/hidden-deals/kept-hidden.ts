import { mayBeMember } from '../session/signed-in.ts';
import { NOTHING_HIDDEN, readHidden, writeHidden, type Hidden } from './hidden.ts';

/** The page's first script looks for it, too (`page-script.ts`). */
const KEY = 'hidden-deals';

/** The deals that this browser's user hides. Those of an account go with it when it logs out. */
export function keptHidden(): Hidden {
  try {
    const hidden = readHidden(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    if (hidden.syncedAt === 0 || mayBeMember()) return hidden;
    localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing hides nothing.
  }
  return NOTHING_HIDDEN;
}

/** Keeps which deals are hidden. */
export function keepHidden(hidden: Hidden): void {
  try {
    if (hidden.ids.length + hidden.unsent.size + hidden.syncedAt === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(writeHidden(hidden)));
  } catch {
    // Then they are hidden on this page alone.
  }
}
