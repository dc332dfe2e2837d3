import { atom } from 'nanostores';
import { inStorage } from '../../ui/in-storage.ts';

const PREFIX = 'draft:';

/** What a reply is to: the thread, and a comment of it, if any. */
export interface ReplyTarget {
  threadid: number;
  parentid: number | null;
}
/** A comment that is edited. */
export interface EditTarget {
  threadid: number;
  postid: number;
}

const keyOf = (of: ReplyTarget | EditTarget) => `${PREFIX}${of.threadid}:${'postid' in of ? `edit-${of.postid}` : (of.parentid ?? 0)}`;

/** What was written before and not posted; the empty text when there is nothing. Where the browser stores nothing, drafts last as long as the page. */
export const readDraft = (of: ReplyTarget | EditTarget): string => inStorage(() => localStorage.getItem(keyOf(of))) ?? '';

/** Keeps what is being written, so that a reload does not lose it. */
export function keepDraft(of: ReplyTarget | EditTarget, text: string): void {
  inStorage(() => (text.trim() === '' ? localStorage.removeItem(keyOf(of)) : localStorage.setItem(keyOf(of), text)));
}

/** Deletes all that was begun. */
export function clearDrafts(): void {
  inStorage(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  });
}

/** The comments of a thread that have a reply or an edit begun. */
export function draftsAt(threadid: number): { postid: number; form: 'reply' | 'edit' }[] {
  const prefix = `${PREFIX}${threadid}:`;
  const keys = (inStorage(() => Object.keys(localStorage)) ?? []).filter((key) => key.startsWith(prefix));
  return keys.flatMap((key) => {
    const [, edit, id] = /^(edit-)?(\d+)$/.exec(key.slice(prefix.length)) ?? [];
    return Number(id) > 0 ? [{ postid: Number(id), form: edit ? ('edit' as const) : ('reply' as const) }] : [];
  });
}

/** The draft that is to be posted by itself, because its author has just signed in. */
export const $postNow = atom<ReplyTarget | null>(null);
