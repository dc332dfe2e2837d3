import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeLines } from '../../../src/server/write-lines.ts';

/** A stream that has room for nothing beyond what it is writing. @param write what it does with a chunk */
const narrow = (write: (chunk: Buffer, done: (error?: Error) => void) => void) =>
  new Writable({ highWaterMark: 1, write: (chunk: Buffer, _encoding, done) => write(chunk, done) });

test('lines are written one after the other, and nothing goes on listening to the stream', async () => {
  const written: string[] = [];
  const stream = narrow((chunk, done) => {
    written.push(String(chunk));
    setImmediate(done);
  });
  for (const lines of [['a', 'b'], [], ['c']]) await writeLines(stream, lines);
  expect(written).toEqual(['a\nb\n', 'c\n']);
  expect(['drain', 'error', 'close'].map((event) => stream.listenerCount(event))).toEqual([0, 0, 0]);
});

test('whoever writes gets the error, while they wait for room and afterwards', async () => {
  const full = new Error('the disk is full');
  const stream = narrow((_chunk, done) => setImmediate(() => done(full)));
  stream.on('error', () => undefined);
  await expect(writeLines(stream, ['a'])).rejects.toBe(full);
  await expect(writeLines(stream, ['b'])).rejects.toBe(full);
});
