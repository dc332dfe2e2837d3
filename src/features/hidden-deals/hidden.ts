import { isRecord } from '../../lib/is-record.ts';

/** The most hidden deals that are stored; beyond that, those hidden first are shown again. */
export const MOST_HIDDEN = 500;

/** The deals that the user of a browser hides. */
export interface Hidden {
  /** Thread ids, the last hidden first. */
  ids: number[];
  /** Changes that are not sent to the account yet, by thread id: whether the deal is hidden. A guest's choices wait here for the log-in. */
  unsent: Map<number, boolean>;
  /** When the account's list was read, in milliseconds since 1970; 0 in a browser that nobody logged in with. */
  syncedAt: number;
}

export const NOTHING_HIDDEN: Hidden = { ids: [], unsent: new Map(), syncedAt: 0 };

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Reads what a browser stored; invalid entries are left out. */
export function readHidden(json: unknown): Hidden {
  if (!isRecord(json)) return NOTHING_HIDDEN;
  const { ids, unsent, syncedAt } = json;
  return {
    ids: Array.isArray(ids) ? ids.filter(isId).slice(0, MOST_HIDDEN) : [],
    unsent: new Map((Array.isArray(unsent) ? unsent : []).filter(isPair).slice(0, MOST_HIDDEN)),
    syncedAt: isId(syncedAt) ? syncedAt : 0,
  };
}

const isPair = (value: unknown): value is [number, boolean] => Array.isArray(value) && isId(value[0]) && typeof value[1] === 'boolean';

/** The form in which it is stored. */
export const writeHidden = ({ ids, unsent, syncedAt }: Hidden) => ({ ids, unsent: [...unsent], syncedAt });

/** CSS that hides the cards of hidden deals in lists before the script runs. */
export const hidingStyle = (ids: number[]): string => `.deal-grid>:has(${ids.map((id) => `[data-hide="${id}"]`).join()}){display:none}`;

/** The same with a deal hidden, or shown again. */
export function withHidden(hidden: Hidden, id: number, isHidden: boolean): Hidden {
  const others = hidden.ids.filter((other) => other !== id);
  const unsent = new Map(hidden.unsent);
  unsent.delete(id);
  unsent.set(id, isHidden);
  return { ...hidden, ids: isHidden ? [id, ...others].slice(0, MOST_HIDDEN) : others, unsent: new Map([...unsent].slice(-MOST_HIDDEN)) };
}

/**
 * The state after the account accepted the sent changes and answered with its list. Changes made meanwhile are still to be sent, and
 * already apply.
 * @param sent what of `unsent` was sent
 * @param ids the account's hidden deals, the last hidden first
 */
export function afterSync(hidden: Hidden, sent: Hidden['unsent'], ids: number[], now: number): Hidden {
  const left = [...hidden.unsent].filter(([id, isHidden]) => sent.get(id) !== isHidden);
  const start: Hidden = { ids: ids.slice(0, MOST_HIDDEN), unsent: new Map(), syncedAt: now };
  return left.reduce((state, [id, isHidden]) => withHidden(state, id, isHidden), start);
}
