import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { repliesCall, type Reply } from '../../../src/features/comments/contracts/replies.ts';
import type { ThreadProps } from '../../../src/features/comments/thread-store.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const EMAIL = 'help@deals.example';
const reply = (postid: number, parentid: number | null = null): Reply => ({
  ...{ postid, parentid, userid: null, username: 'somebody', avatar: null, reputation: 0, editedAt: null, bodyHtml: '', score: 0 },
  ...{ replyCount: 0, postedAt: new Date(postid * 1_000).toISOString() },
});
const idsOf = (replies: Reply[]) => replies.map(({ postid }) => postid);

/** A deal's thread with two comments on the page, and a third that is not loaded yet. */
async function open(props: Partial<ThreadProps> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = stubPage({ at: '/f/7-a-kettle' });
  const store = await import('../../../src/features/comments/thread-store.ts');
  const $thread = store.openThread({ threadid: 7, sort: 'old', replies: [reply(11), reply(12)], next: 12, total: 3, ...props });
  return { page, $thread, ...store };
}

describe('more comments', () => {
  test('come after those that are there, and the first of them gets the focus', async () => {
    const { page, $thread, loadMore } = await open();
    page.answer(repliesCall, { replies: [reply(13, 12), reply(14)], next: null });
    const loading = loadMore($thread, EMAIL);
    expect($thread.get()).toMatchObject({ loading: true, failed: null });
    // A second press while they come asks for nothing.
    await Promise.all([loading, loadMore($thread, EMAIL)]);
    expect(page.sent.map(({ address }) => address)).toEqual(['/comments/replies/7?from-reply=12&sort=old']);
    const { replies, next, announcement, focused, loading: isLoading } = $thread.get();
    expect([idsOf(replies), next, announcement, isLoading]).toEqual([[11, 12, 13, 14], null, '2 more comments', false]);
    // 13 stands among those that were there, below the comment that it answers.
    expect(focused?.postid).toBe(14);
    await loadMore($thread, EMAIL);
    expect(page.sent).toHaveLength(1);
  });

  test('are there once, also one’s own that was posted before they came', async () => {
    const { page, $thread, loadMore, addReply } = await open();
    addReply($thread, reply(13));
    expect(idsOf($thread.get().posted)).toEqual([13]);
    page.answer(repliesCall, { replies: [reply(12), reply(13)], next: null });
    await loadMore($thread, EMAIL);
    expect([idsOf($thread.get().replies), idsOf($thread.get().posted)]).toEqual([[11, 12, 13], []]);
    expect($thread.get().announcement).toBe('1 more comment');
  });

  test('that do not come say whom to write to, and can be asked for again', async () => {
    const { page, $thread, loadMore } = await open();
    await loadMore($thread, EMAIL);
    expect($thread.get()).toMatchObject({ loading: false, next: 12, failed: `Failed to load replies. Please contact ${EMAIL}` });
    page.answer(repliesCall, { replies: [reply(13)], next: null });
    await loadMore($thread, EMAIL);
    expect($thread.get()).toMatchObject({ failed: null, next: null });
  });
});

describe('a comment of one’s own', () => {
  test('stands at the end, or before all where the newest come first', async () => {
    const atEnd = await open({ next: null });
    atEnd.addReply(atEnd.$thread, reply(13));
    expect([idsOf(atEnd.$thread.get().replies), atEnd.$thread.get().total]).toEqual([[11, 12, 13], 4]);
    const first = await open({ sort: 'new' });
    first.addReply(first.$thread, reply(13));
    expect(idsOf(first.$thread.get().replies)).toEqual([13, 11, 12]);
    expect(first.$thread.get()).toMatchObject({ announcement: 'Your comment is posted.', focused: { postid: 13, scroll: true } });
  });

  test('is there once, closes the form that it was written in, and leaves another open', async () => {
    const { page, $thread, addReply, open: openForm } = await open({ next: null });
    openForm($thread, { postid: 11, form: 'reply' });
    addReply($thread, reply(13, 11));
    expect($thread.get().opened).toBeNull();
    openForm($thread, { postid: 12, form: 'reply' });
    addReply($thread, reply(14, 11));
    addReply($thread, reply(14, 11));
    expect([idsOf($thread.get().replies), $thread.get().total]).toEqual([[11, 12, 13, 14], 5]);
    // The tab knows that pages which it loaded before lack something.
    expect([...page.tab.keys()]).toEqual(['wrote:7']);
  });

  test('is shown as it is after an edit', async () => {
    const { $thread, replaceReply, open: openForm } = await open();
    openForm($thread, { postid: 11, form: 'edit' });
    expect($thread.get().opened).toEqual({ postid: 11, form: 'edit', focus: true });
    replaceReply($thread, { ...reply(11), bodyHtml: '<p>Better</p>' });
    expect($thread.get()).toMatchObject({ opened: null, announcement: 'Your comment is changed.', focused: { postid: 11 } });
    expect($thread.get().replies.map(({ bodyHtml }) => bodyHtml)).toEqual(['<p>Better</p>', '']);
  });

  test('that was changed or deleted leaves a form open that was opened at another comment meanwhile', async () => {
    const { $thread, replaceReply, removeReply, open: openForm } = await open();
    openForm($thread, { postid: 12, form: 'quote' });
    replaceReply($thread, reply(11));
    removeReply($thread, 11);
    expect($thread.get().opened).toMatchObject({ postid: 12, form: 'quote' });
    openForm($thread, { postid: 12, form: 'delete' });
    removeReply($thread, 12);
    expect($thread.get().opened).toBeNull();
  });

  test.each([
    [11, 12],
    [12, 11],
  ])('that was deleted, %i, says so, and the focus goes to %i', async (postid, next) => {
    const { $thread, removeReply } = await open();
    removeReply($thread, postid);
    expect($thread.get()).toMatchObject({
      deleted: [postid],
      total: 2,
      announcement: 'Your comment is deleted.',
      focused: { postid: next, scroll: 'start' },
    });
    removeReply($thread, next);
    expect($thread.get()).toMatchObject({ deleted: [postid, next], total: 1, focused: { postid: next } });
  });

  test('gets the focus back from its form', async () => {
    const { $thread, open: openForm, close } = await open();
    openForm($thread, { postid: 12, form: 'delete' });
    close($thread);
    expect($thread.get()).toMatchObject({ opened: null, focused: { postid: 12 } });
    close($thread);
    expect($thread.get().focused).toBeNull();
  });
});

describe('a form that was begun before the page was loaded', () => {
  const drafts = (kept: string[]) => vi.stubGlobal('localStorage', Object.fromEntries(kept.map((key) => [key, 'What I began'])));

  test('is open again: the last of this page', async () => {
    const { $thread, reopenDraft } = await open();
    drafts(['draft:7:11', 'draft:7:edit-12', 'draft:7:99', 'draft:7:0', 'draft:8:11']);
    expect(reopenDraft($thread)).toBeUndefined();
    expect($thread.get().opened).toEqual({ postid: 12, form: 'edit', focus: false });
  });

  test('leaves what is open', async () => {
    const { $thread, reopenDraft, open: openForm } = await open();
    drafts(['draft:7:11']);
    openForm($thread, { postid: 12, form: 'quote' });
    reopenDraft($thread);
    expect($thread.get().opened).toMatchObject({ postid: 12, form: 'quote' });
  });

  test('is the one that is to be posted after signing in, or its comment is named where it is not on the page', async () => {
    const { $thread, reopenDraft } = await open();
    const { $postNow } = await import('../../../src/features/comments/drafts.ts');
    drafts(['draft:7:12']);
    $postNow.set({ threadid: 7, parentid: 11 });
    expect(reopenDraft($thread)).toBeUndefined();
    expect($thread.get().opened).toEqual({ postid: 11, form: 'reply', focus: false });
    $postNow.set({ threadid: 7, parentid: 99 });
    expect(reopenDraft($thread)).toBe(99);
  });
});
