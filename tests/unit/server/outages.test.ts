import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable, TakesNoWriting } from '../../../src/server/db/unavailable.ts';
import { logOutages } from '../../../src/server/outages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = () => new DatabaseUnavailable('the database at db/magpie does not answer: connect ECONNREFUSED');
const starting = () => new DatabaseUnavailable('the database at db/magpie refuses: the database system is starting up');

function outages() {
  const lines: string[] = [];
  const write = (line: unknown) => void lines.push(String(line));
  let answers = false;
  const isOutage = logOutages({ error: write, info: write }, async () => answers);
  return { lines, isOutage, answerAgain: () => (answers = true) };
}

test('an outage of the database is a line for each reason, however often work fails, and one when it is over', async () => {
  const { lines, isOutage, answerAgain } = outages();
  for (let second = 0; second < 300; second++) {
    expect(isOutage(refused())).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(isOutage(starting())).toBe(true);
  answerAgain();
  await vi.advanceTimersByTimeAsync(60_000);
  const begun = [
    'the database at db/magpie does not answer: connect ECONNREFUSED; jobs and publishing go on once it is back',
    'the database at db/magpie refuses: the database system is starting up; jobs and publishing go on once it is back',
  ];
  const over = 'the database is back; it was away for 300 s';
  expect(lines).toEqual([...begun, over]);
  isOutage(refused());
  expect(lines).toEqual([...begun, over, begun[0]]);
});

test('it is over only when the database answers, though nothing has asked it for long', async () => {
  const { lines, isOutage, answerAgain } = outages();
  expect(isOutage(new TakesNoWriting())).toBe(true);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(lines).toEqual(['the database takes no writing any more; jobs and publishing go on once it is back']);
  answerAgain();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(lines).toHaveLength(2);
});

test.each(['57P03', '53100'])(
  'an embedded database that is not open (%s) is away, too, and one that lacks room for a statement is not',
  (code) => {
    const { lines, isOutage } = outages();
    const answer = Object.assign(new Error('the embedded database stopped 2 times one after the other'), { code });
    for (let again = 2; again < 5; again++) {
      answer.message = `the embedded database stopped ${again} times one after the other`;
      expect(isOutage(Object.assign(answer, { severity: 'FATAL' }))).toBe(true);
    }
    expect(isOutage(Object.assign(answer, { severity: 'ERROR' }))).toBe(false);
    expect(lines).toEqual(['the embedded database stopped 2 times one after the other; jobs and publishing go on once it is back']);
  },
);

test('work that a restart of the database cuts off is one line, however much of it there was, and whatever its connections said', async () => {
  const { lines, isOutage, answerAgain } = outages();
  for (const [code, message] of [
    ['57P01', 'terminating connection due to administrator command'],
    ['57P02', 'terminating connection because of crash of another server process'],
    ['ECONNRESET', 'read ECONNRESET'],
    [undefined, 'Connection terminated unexpectedly'],
  ])
    expect(isOutage(Object.assign(new Error(message), { code }))).toBe(true);
  answerAgain();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(lines).toEqual([
    'the connection to the database broke; jobs and publishing go on once it is back',
    'the database is back; it was away for 0 s',
  ]);
});

test('another error is not taken for one, also within an outage', () => {
  const { lines, isOutage } = outages();
  isOutage(refused());
  for (const error of [new Error('the disk is full'), Object.assign(new Error('canceling statement'), { code: '57014' }), undefined])
    expect(isOutage(error)).toBe(false);
  expect(lines).toHaveLength(1);
});
