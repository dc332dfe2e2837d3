import { map, type MapStore } from 'nanostores';
import { POSTS_ADDED } from '../votes/vote.ts';
import { groupReplies } from './group-replies.ts';
import { type CommentSort, repliesFailed, type Replies, type Reply } from './contracts/replies.ts';
import { fetchReplies } from './client.ts';
import { $postNow, draftsAt } from './drafts.ts';
import { noteWritten } from './written.ts';
import { counted } from '../../lib/counted.ts';

/** Shown in place of a deleted comment of one's own. */
export const DELETED = 'Your comment is deleted.';

/** What is open at a comment: a form, or the question whether to delete it. */
export interface Opened {
  postid: number;
  form: 'reply' | 'quote' | 'edit' | 'delete';
  /** Whether somebody opened it just now, so that it gets the focus. */
  focus: boolean;
}

/** How a comment gets the focus. */
export interface Focused {
  /** Whether the page scrolls to it; with `start`, only as far as needed to show its beginning. */
  scroll?: true | 'start';
}

interface ThreadState extends Replies {
  threadid: number;
  sort: CommentSort;
  /** Comments of one's own that come after some that are not loaded yet. */
  posted: Reply[];
  /** The member's own comments that were deleted on this page; a message is shown in their place. */
  deleted: number[];
  total: number;
  loading: boolean;
  /** Why more comments did not come. */
  failed: string | null;
  opened: Opened | null;
  /** Announced to screen readers. */
  announcement: string;
  /** The comment that gets the focus; a new object focuses it again. */
  focused: ({ postid: number } & Focused) | null;
}

export interface ThreadProps extends Replies {
  threadid: number;
  sort: CommentSort;
  total: number;
}

/** The comments of one page, with what is being done to them. */
export type Thread = MapStore<ThreadState>;

export const openThread = ({ threadid, sort, replies, next, total }: ThreadProps): Thread =>
  map<ThreadState>({
    threadid,
    sort,
    replies,
    next,
    total,
    posted: [],
    deleted: [],
    loading: false,
    failed: null,
    opened: null,
    announcement: '',
    focused: null,
  });

/**
 * Opens the form that was begun before the page was loaded: the one to post now, else the last reply or
 * edit. @returns the parent of the reply to post now, when it is not on the page
 */
export function reopenDraft($thread: Thread): number | undefined {
  const { threadid, replies, opened } = $thread.get();
  const waiting = $postNow.get()?.parentid ?? null;
  const isHere = ({ postid }: Pick<Opened, 'postid'>) => replies.some((reply) => reply.postid === postid);
  if (waiting !== null && !isHere({ postid: waiting })) return waiting;
  const begun = waiting === null ? draftsAt(threadid).findLast(isHere) : { postid: waiting, form: 'reply' as const };
  if (begun && !opened) $thread.setKey('opened', { ...begun, focus: false });
  return undefined;
}

/** Loads the comments that follow. The focus goes to the first of them that is placed after the others, and nothing on the screen moves. */
export async function loadMore($thread: Thread, email: string): Promise<void> {
  const { threadid, sort, next, loading } = $thread.get();
  if (next === null || loading) return;
  $thread.set({ ...$thread.get(), loading: true, failed: null });
  const more = await fetchReplies(threadid, next, sort);
  const state = $thread.get();
  const stays = placeOf(lastShown(state.replies));
  if (!more) return $thread.set({ ...state, loading: false, failed: repliesFailed(email) });
  const known = new Set(state.replies.map(({ postid }) => postid));
  const added = more.replies.filter(({ postid }) => !known.has(postid));
  const came = new Set(added.map(({ postid }) => postid));
  $thread.set({
    ...state,
    replies: [...state.replies, ...added],
    next: more.next,
    posted: state.posted.filter(({ postid }) => !came.has(postid)),
    loading: false,
    announcement: counted(added.length, 'more comment'),
    focused: added.find(({ parentid }) => parentid === null || !known.has(parentid)) ?? added[0] ?? null,
  });
  announceAdded();
  // Loaded replies may have been inserted above what is on the screen.
  requestAnimationFrame(() => stays && scrollBy({ top: stays.moved(), behavior: 'instant' }));
}

const lastShown = (replies: Reply[]) => groupReplies(replies).at(-1)?.reply.postid;

/** Where a comment is on the screen, and how far it has moved since. */
function placeOf(postid: number | undefined): { moved(): number } | undefined {
  const element = document.getElementById(`post${postid}`);
  const top = element?.getBoundingClientRect().top;
  return element && top !== undefined ? { moved: () => element.getBoundingClientRect().top - top } : undefined;
}

/** Inserts a comment that was just posted at its place in the sort order, or after all loaded ones. */
export function addReply($thread: Thread, reply: Reply): void {
  const state = $thread.get();
  noteWritten(state.threadid);
  if ([...state.replies, ...state.posted].some(({ postid }) => postid === reply.postid)) return close($thread);
  const isNewestFirst = state.sort === 'new';
  const place = isNewestFirst || state.next === null ? 'replies' : 'posted';
  $thread.set({
    ...state,
    [place]: isNewestFirst ? [reply, ...state.replies] : [...state[place], reply],
    total: state.total + 1,
    // A form that is open at another comment stays open.
    opened: state.opened?.postid === reply.parentid && state.opened.form !== 'edit' ? null : state.opened,
    announcement: 'Your comment is posted.',
    focused: { postid: reply.postid, scroll: true },
  });
  announceAdded();
}

/** What is open at another comment than this one, and stays so. */
const openedElsewhere = (opened: Opened | null, postid: number) => (opened?.postid === postid ? null : opened);

/** Shows a comment as it is after an edit. */
export function replaceReply($thread: Thread, reply: Reply): void {
  const changed = (replies: Reply[]) => replies.map((old) => (old.postid === reply.postid ? reply : old));
  const { threadid, replies, posted, opened } = $thread.get();
  noteWritten(threadid);
  $thread.set({
    ...$thread.get(),
    replies: changed(replies),
    posted: changed(posted),
    opened: openedElsewhere(opened, reply.postid),
    announcement: 'Your comment is changed.',
    focused: reply,
  });
}

/** Replaces a comment by a message that it was deleted; the focus goes to the next one, or to the one before. */
export function removeReply($thread: Thread, postid: number): void {
  const state = $thread.get();
  noteWritten(state.threadid);
  const shown = groupReplies([...state.replies, ...state.posted])
    .flatMap(({ reply, below }) => [reply, ...below])
    .filter((reply) => !state.deleted.includes(reply.postid));
  const at = shown.findIndex((reply) => reply.postid === postid);
  const next = shown[at + 1] ?? shown[at - 1];
  $thread.set({
    ...state,
    deleted: [...state.deleted, postid],
    total: state.total - 1,
    opened: openedElsewhere(state.opened, postid),
    // Scrolled to, because removing a long comment above it may have moved it out of sight.
    announcement: DELETED,
    focused: { postid: next?.postid ?? postid, scroll: 'start' },
  });
}

export const open = ($thread: Thread, opened: Omit<Opened, 'focus'>) => $thread.setKey('opened', { ...opened, focus: true });
/** Closes what is open at a comment, which gets the focus that would be lost with it. */
export function close($thread: Thread): void {
  const { opened } = $thread.get();
  $thread.set({ ...$thread.get(), opened: null, focused: opened && { postid: opened.postid } });
}

/** Tells scripts that handle posts, once the comments are rendered, to look for new ones. */
const announceAdded = () => setTimeout(() => document.dispatchEvent(new Event(POSTS_ADDED)));
