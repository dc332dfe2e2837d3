import { expect, onTestFinished, test } from 'vitest';
import { startSending } from '../../../src/server/sending.ts';

const HOUR_MS = 3_600_000;

test('what ends together makes room for what waits, without waiting for the next look', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => index);
  const sent: number[] = [];
  let together = Promise.withResolvers<undefined>();
  let waiting = 0;
  const send = async (row: number) => {
    // The last one that came lets all go in the same moment.
    if (++waiting === 10) {
      waiting = 0;
      together.resolve(undefined);
      together = Promise.withResolvers<undefined>();
    } else await together.promise;
    sent.push(row);
  };
  const { end } = startSending({ atOnce: 10, take: async (most) => rows.splice(0, most), send }, HOUR_MS, () => undefined);
  onTestFinished(end);
  await expect.poll(() => sent.length).toBe(100);
});

test('those that are slow take their own places alone, even most of them', async () => {
  const rows = [...Array.from({ length: 11 }, () => 'slow'), ...Array.from({ length: 50 }, () => 'fast')];
  const hanging = Promise.withResolvers<undefined>();
  let sent = 0;
  let underWay = 0;
  let most = 0;
  const send = async (row: string) => {
    most = Math.max(most, ++underWay);
    await (row === 'slow' ? hanging.promise : undefined);
    underWay--;
    if (row === 'fast') sent++;
  };
  const { end } = startSending({ atOnce: 20, take: async (count) => rows.splice(0, count), send }, 10, () => undefined);
  onTestFinished(end);
  onTestFinished(() => hanging.resolve(undefined));
  await expect.poll(() => sent).toBe(50);
  expect(most).toBe(20);
});

test('errors of one are told and leave the others alone', async () => {
  const rows = [1, 2, 3];
  const sent: number[] = [];
  const errors: unknown[] = [];
  const send = async (row: number) => {
    if (row === 2) throw new Error('refused');
    sent.push(row);
  };
  const { end } = startSending({ atOnce: 2, take: async (most) => rows.splice(0, most), send }, HOUR_MS, (error) => errors.push(error));
  await expect.poll(() => sent).toEqual([1, 3]);
  await end();
  expect(errors).toEqual([new Error('refused')]);
});
