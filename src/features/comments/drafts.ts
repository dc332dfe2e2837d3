import { atom } from 'nanostores';

const PREFIX = 'draft:';

/** What a draft is of: the thread, and the comment that is replied to, if any. */
export interface DraftOf {
  threadid: number;
  parentid: number | null;
}

const keyOf = ({ threadid, parentid }: DraftOf) => `${PREFIX}${threadid}:${parentid ?? 0}`;

/** Where the browser stores nothing, drafts last as long as the page. */
function stored<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/** What was written before and not posted; the empty text when there is nothing. */
export const readDraft = (of: DraftOf): string => stored((storage) => storage.getItem(keyOf(of))) ?? '';

/** Keeps what is being written, so that a reload does not lose it. */
export function keepDraft(of: DraftOf, text: string): void {
  stored((storage) => (text.trim() === '' ? storage.removeItem(keyOf(of)) : storage.setItem(keyOf(of), text)));
}

/** The comments of a thread that have a reply begun. */
export function draftedReplies(threadid: number): number[] {
  const prefix = `${PREFIX}${threadid}:`;
  const keys = stored((storage) => Object.keys(storage)) ?? [];
  return keys.flatMap((key) => (key.startsWith(prefix) ? [Number(key.slice(prefix.length))] : [])).filter((id) => id > 0);
}

/** The draft that is to be posted by itself, because its author has just signed in. */
export const $postNow = atom<DraftOf | null>(null);
