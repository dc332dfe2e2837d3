import { describe, expect, test } from 'vitest';
import { deleteCall } from '../../../src/features/comments/contracts/delete.ts';
import { editCall } from '../../../src/features/comments/contracts/edit.ts';
import { replyCall } from '../../../src/features/comments/contracts/reply.ts';
import { sourceCall } from '../../../src/features/comments/contracts/source.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const FAILED = 'An error has occurred. Please try again.';
const TO = { threadid: 7, parentid: 11 };
const EDITED = { threadid: 7, postid: 12 };
const POSTED = {
  ...{ postid: 12, parentid: 11, userid: 1, username: 'ada', avatar: null, reputation: 0, editedAt: null, bodyHtml: '<p>Hi</p>' },
  ...{ score: 0, replyCount: 0, postedAt: '2026-11-25T12:00:00.000Z' },
};

async function open() {
  const page = stubPage({ at: '/f/7-a-kettle' });
  const store = await import('../../../src/features/comments/form-store.ts');
  const { $opened } = await import('../../../src/features/accounts/modal/store.ts');
  const { $popups } = await import('../../../src/features/accounts/popups/store.ts');
  const { readDraft } = await import('../../../src/features/comments/drafts.ts');
  return { page, readDraft, ...store, $form: store.openForm(), $opened, $popups };
}

describe('a reply', () => {
  test('is posted without what stands around it, and its draft is forgotten', async () => {
    const { page, $form, postReply, readDraft } = await open();
    page.answer(replyCall, { reply: POSTED });
    const posting = postReply($form, TO, ' Works for me.\r\nThanks \n');
    expect($form.get()).toEqual({ busy: true, message: null });
    expect(readDraft(TO)).toContain('Works for me.');
    expect(await posting).toEqual(POSTED);
    expect(page.sentTo(replyCall)).toMatchObject([{ threadid: '7', parentid: '11', message: 'Works for me.\nThanks' }]);
    expect([$form.get(), page.local.size]).toEqual([{ busy: false, message: null }, 0]);
  });

  test('to the deal itself names no comment, and is sent once however often it is pressed', async () => {
    const { page, $form, postReply } = await open();
    page.answer(replyCall, { reply: POSTED });
    const to = { threadid: 7, parentid: null };
    const first = postReply($form, to, 'Works for me.');
    const [, second] = await Promise.all([first, postReply($form, to, 'Works for me.')]);
    expect(second).toBeUndefined();
    expect(page.sentTo(replyCall)).toHaveLength(1);
    expect(page.sentTo(replyCall)[0]).not.toHaveProperty('parentid');
  });

  test.each([
    ['x', 'Please write at least 2 characters.'],
    ['\u200b\u200b\u200b', 'Please write something that can be read.'],
    ['x'.repeat(10_001), 'Please write at most 10,000 characters. This has 10,001.'],
  ])('that cannot be posted is not sent: %s', async (typed, message) => {
    const { page, $form, postReply } = await open();
    expect(await postReply($form, TO, typed)).toBeUndefined();
    expect([$form.get(), page.sent]).toEqual([{ busy: false, message }, []]);
  });

  test.each([
    [{ field: 'message', message: 'You have just said this.' }, 'You have just said this.'],
    [{ error: 'This deal is closed.' }, 'This deal is closed.'],
    [undefined, FAILED],
  ])('that is answered %j says why, and what was written stays', async (answer, message) => {
    const { page, $form, postReply, readDraft } = await open();
    if (answer) page.answer(replyCall, answer);
    expect(await postReply($form, TO, 'Works for me.')).toBeUndefined();
    expect([$form.get(), readDraft(TO)]).toEqual([{ busy: false, message }, 'Works for me.']);
  });

  test('of a guest waits for signing up', async () => {
    const { page, $form, $opened, postReply, readDraft } = await open();
    page.answer(replyCall, { error: 'dologin' });
    await postReply($form, TO, 'Works for me.');
    expect($opened.get()).toMatchObject({ view: 'sign-up', actionSource: 'comment' });
    expect(JSON.parse(page.tab.get('pending-action') ?? '')).toEqual({ kind: 'comment', ...TO });
    expect([$form.get().message, readDraft(TO)]).toEqual([null, 'Works for me.']);
  });

  test('of who has not verified the address leads to the mail', async () => {
    const { page, $form, $popups, postReply } = await open();
    page.answer(replyCall, { error: 'Unverified Email' });
    await postReply($form, TO, 'Works for me.');
    expect([$popups.get(), $form.get()]).toEqual([['drawer'], { busy: false, message: null }]);
  });
});

describe('an edit', () => {
  test('is saved, and its draft is forgotten', async () => {
    const { page, $form, saveEdit } = await open();
    page.answer(editCall, { reply: POSTED });
    expect(await saveEdit($form, EDITED, 'Better words.')).toEqual(POSTED);
    expect(page.sentTo(editCall)).toMatchObject([{ postid: '12', message: 'Better words.' }]);
    expect(page.local.size).toBe(0);
  });

  test('of who is not signed in any more waits for them', async () => {
    const { page, $form, $opened, saveEdit, readDraft } = await open();
    page.answer(editCall, { error: 'dologin' });
    await saveEdit($form, EDITED, 'Better words.');
    expect($opened.get()).toMatchObject({ actionSource: 'edit' });
    expect(readDraft(EDITED)).toBe('Better words.');
  });
});

describe('deleting', () => {
  test.each([
    [{ success: true }, null, undefined, []],
    [{ error: 'You can no longer delete this.' }, 'You can no longer delete this.', undefined, []],
    [undefined, FAILED, undefined, []],
    [{ error: 'dologin' }, null, 'delete', []],
    [{ error: 'Unverified Email' }, null, undefined, ['drawer']],
  ])('that is answered %j', async (answer, message, modal, popups) => {
    const { page, $form, $opened, $popups, deleteComment } = await open();
    if (answer) page.answer(deleteCall, answer);
    expect([await deleteComment($form, 12), $form.get().message]).toEqual([answer !== undefined && 'success' in answer, message]);
    expect([$opened.get()?.actionSource, $popups.get()]).toEqual([modal, popups]);
  });
});

test('a comment is deleted once however often that is pressed', async () => {
  const { page, $form, deleteComment } = await open();
  page.answer(deleteCall, { success: true });
  expect(await Promise.all([deleteComment($form, 12), deleteComment($form, 12)])).toEqual([true, false]);
  expect([page.sentTo(deleteCall).length, $form.get().busy]).toEqual([1, false]);
});

describe('a form begins', () => {
  test.each([
    ['edit', 'One\nTwo'],
    ['quote', '> One\n> Two\n\n'],
  ] as const)('to %s with the comment’s words', async (form, text) => {
    const { page, startingText } = await open();
    page.answer(sourceCall, { message: 'One\nTwo' });
    expect(await startingText(12, form)).toBe(text);
    expect(page.sent.map(({ address }) => address)).toEqual(['/comments/source/12']);
  });

  test('with nothing where they do not come', async () => {
    expect(await (await open()).startingText(12, 'quote')).toBeUndefined();
  });
});
