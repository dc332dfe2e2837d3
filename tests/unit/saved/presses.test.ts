import { describe, expect, test } from 'vitest';
import { sendPress } from '../../../src/features/saved/presses.ts';

const FAILED = { fault: 'there is no network' };
const GUEST = { error: 'dologin' };
const answered = (saved: boolean) => ({ threadid: 7, saved });

describe('presses of the button that saves a deal', () => {
  test('are sent one after the other, and the last outcome shows', async () => {
    const sent: boolean[] = [];
    const first = Promise.withResolvers<ReturnType<typeof answered>>();
    const send = (saved: boolean, answer: Promise<ReturnType<typeof answered>>) => () => {
      sent.push(saved);
      return answer;
    };
    const outcomes = [
      sendPress(7, true, send(true, first.promise)),
      sendPress(7, false, send(false, Promise.resolve(answered(false)))),
      sendPress(8, true, send(true, Promise.resolve({ threadid: 8, saved: true }))),
    ];
    expect(await outcomes[2]).toMatchObject({ isSaved: true });
    expect(sent).toEqual([true, true]);
    first.resolve(answered(true));
    expect(await Promise.all(outcomes.slice(0, 2))).toEqual([undefined, { answer: answered(false), isSaved: false }]);
    expect(sent).toEqual([true, true, false]);
  });

  test.each([
    ['all fail', [FAILED, FAILED], false],
    ['a guest makes', [GUEST, GUEST], false],
    ['succeed and fail', [answered(true), FAILED], true],
    ['fail and succeed', [FAILED, answered(false)], false],
  ])('that %s leave it as the account has it', async (_what, answers, isSaved) => {
    const [first, second] = answers.map((answer, index) => sendPress(7, index === 0, async () => answer));
    expect(await first).toBeUndefined();
    expect(await second).toMatchObject({ answer: answers[1], isSaved });
    // What is pressed later begins with what shows then.
    expect(await sendPress(7, !isSaved, async () => FAILED)).toMatchObject({ isSaved });
  });
});
