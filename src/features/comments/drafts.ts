import { atom } from 'nanostores';
import { isRecord } from '../../lib/is-record.ts';
import { parseStored } from '../../lib/parse-stored.ts';
import { inStorage } from '../../ui/in-storage.ts';
import { mayBeMember } from '../session/signed-in.ts';
import { $session, session } from '../session/store.ts';

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

interface Draft {
  /** Who wrote it; undefined for a guest. */
  userid?: number | undefined;
  text: string;
}

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) && typeof value['text'] === 'string' && ['number', 'undefined'].includes(typeof value['userid']);

/** An earlier version stored the text alone. */
function readStored(key: string): Draft | undefined {
  const stored = inStorage(() => localStorage.getItem(key)) ?? undefined;
  return inStorage(() => parseStored(stored, isDraft)) ?? (stored === undefined ? undefined : { text: stored });
}

/** What was written before and not posted; the empty text when there is nothing. Where the browser stores nothing, drafts last as long as the page. */
export const readDraft = (of: ReplyTarget | EditTarget): string => readStored(keyOf(of))?.text ?? '';

/** Keeps what is being written, so that a reload does not lose it. */
export function keepDraft(of: ReplyTarget | EditTarget, text: string): void {
  store(of, text);
  // Who writes may not be known yet.
  if ($session.get() === null && mayBeMember()) void session().then(() => readDraft(of) === text && store(of, text));
}

function store(of: ReplyTarget | EditTarget, text: string): void {
  const draft: Draft = { userid: $session.get()?.user?.userid, text };
  inStorage(() => (text.trim() === '' ? localStorage.removeItem(keyOf(of)) : localStorage.setItem(keyOf(of), JSON.stringify(draft))));
}

/** Deletes all that was begun. */
export const clearDrafts = (): void => clear(() => true);

/** Deletes what other members began in the same browser, whose session ended otherwise than by logging out. What a guest began stays. */
export const clearDraftsOfOthers = (userid: number): void => clear((key) => ![userid, undefined].includes(readStored(key)?.userid));

function clear(isGoing: (key: string) => boolean): void {
  inStorage(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX) && isGoing(key)) localStorage.removeItem(key);
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
