import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupReplies, placePosted } from '../../../src/features/comments/group-replies.ts';
import type { Reply } from '../../../src/features/comments/contracts/replies.ts';

const reply = (postid: number, parentid: number | null): Reply => ({
  ...{ postid, parentid, userid: null, username: 'somebody', avatar: null, reputation: 0, editedAt: null, bodyHtml: '', score: 0 },
  ...{ replyCount: 0, postedAt: new Date(postid * 1_000).toISOString() },
});
const shape = (replies: Reply[]) => groupReplies(replies).map(({ reply: { postid }, below }) => [postid, below.map((each) => each.postid)]);

test('replies, also to replies, stand below the comment that their talk began with, the oldest first', () => {
  expect(shape([reply(1, null), reply(2, 1), reply(3, null), reply(4, 2), reply(5, 3), reply(6, 1)])).toEqual([
    [1, [2, 4, 6]],
    [3, [5]],
  ]);
});

test('a reply to a comment of another page stands by itself, with what was replied to it', () => {
  expect(shape([reply(12, 2), reply(13, 12), reply(14, null)])).toEqual([
    [12, [13]],
    [14, []],
  ]);
});

test('one’s own replies stand with the comment that they reply to, also with one’s own, and all else behind what is not loaded yet', () => {
  const posted = [reply(21, 2), reply(22, null), reply(23, 21), reply(24, 22), reply(25, 23)];
  const { placed, waiting } = placePosted([reply(1, null), reply(2, 1)], posted);
  expect([placed, waiting].map((some) => some.map(({ postid }) => postid))).toEqual([
    [1, 2, 21, 23, 25],
    [22, 24],
  ]);
});

test('in any order each comment is there once, the beginnings in that order, what is below them by time', () => {
  const thread = fc
    .array(fc.option(fc.nat(), { nil: null }), { maxLength: 30 })
    .map((parents) => parents.map((parent, index) => reply(index + 1, parent === null || index === 0 ? null : (parent % index) + 1)))
    .chain((replies) => fc.shuffledSubarray(replies));
  fc.assert(
    fc.property(thread, (replies) => {
      const branches = groupReplies(replies);
      const all = branches.flatMap((branch) => [branch.reply, ...branch.below]);
      expect(all.map(({ postid }) => postid).toSorted((a, b) => a - b)).toEqual(
        replies.map(({ postid }) => postid).toSorted((a, b) => a - b),
      );
      const beginnings = branches.map((branch) => branch.reply);
      expect(beginnings).toEqual(replies.filter((each) => beginnings.includes(each)));
      for (const { below } of branches)
        expect(below.map(({ postid }) => postid)).toEqual(below.map(({ postid }) => postid).toSorted((a, b) => a - b));
    }),
  );
});
