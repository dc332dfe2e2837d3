import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LogOutput, type WriteTo } from '../../../src/server/http/log-output.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import { temporaryFolder } from '../../support/catalogue.ts';

const MEBIBYTE = 1024 * 1024;
const LONG = 60_000;

interface Line {
  n?: number;
  lost?: number;
  msg?: string;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** The numbers that were logged, and how many are said to be lost. */
const told = (text: string) => {
  const lines = linesOf(text);
  return { written: lines.filter(({ n }) => n !== undefined).length, lost: lines.reduce((sum, { lost = 0 }) => sum + lost, 0) };
};

describe('lines of the log', () => {
  /** Somewhere to write that fails as long as it is told to, and takes only some bytes at a time. */
  function place() {
    const state = { error: undefined as string | undefined, text: '', tries: 0 };
    const to: WriteTo = (bytes, done) => {
      state.tries++;
      const taken = bytes.subarray(0, 10_000);
      if (!state.error) state.text += taken.toString();
      queueMicrotask(() => (state.error ? done(Object.assign(new Error('no'), { code: state.error }), 0) : done(null, taken.length)));
    };
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    return { state, output: new LogOutput(to) };
  }
  const line = (n: number) => `${JSON.stringify({ n, padding: 'x'.repeat(100) })}\n`;

  test('are written whole and in order, in batches or after half a second', async () => {
    const { state, output } = place();
    for (let n = 0; n < 1_000; n++) output.write(line(n));
    await vi.advanceTimersByTimeAsync(500);
    output.write(line(1_000));
    await vi.advanceTimersByTimeAsync(500);
    expect(linesOf(state.text).map(({ n }) => n)).toEqual(Array.from({ length: 1_001 }, (_, n) => n));
    expect(state.tries).toBeLessThan(50);
  });

  test('are kept up to a mebibyte while they cannot be written, and the lost ones are counted afterwards', async () => {
    const { state, output } = place();
    state.error = 'ENOSPC';
    const many = 50_000;
    for (let n = 0; n < many; n++) output.write(line(n));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state.tries).toBeLessThan(200);
    state.error = undefined;
    await vi.advanceTimersByTimeAsync(1_000);
    const { written, lost } = told(state.text);
    expect(written + lost).toBe(many);
    expect(state.text.length).toBeGreaterThan(MEBIBYTE / 2);
    expect(state.text.length).toBeLessThan(2 * MEBIBYTE);
    expect(linesOf(state.text).at(-1)).toMatchObject({ level: 40, msg: 'lines of the log were lost: ENOSPC' });
    output.write(line(many));
    await vi.advanceTimersByTimeAsync(500);
    expect(linesOf(state.text).at(-1)).toMatchObject({ n: many });
  });
});

/** A process with the server's log, whose standard output goes to `stdout`. */
function logger(stdout: number | 'pipe') {
  const child: ChildProcess = spawn(process.execPath, [new URL('./log-writer.ts', import.meta.url).pathname], {
    stdio: ['pipe', stdout, 'pipe'],
  });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const answers = createInterface({ input: child.stderr! })[Symbol.asyncIterator]();
  return {
    child,
    exited,
    async does(command: string): Promise<string> {
      child.stdin!.write(`${command}\n`);
      return String((await answers.next()).value);
    },
  };
}

describe('a process whose standard output', { timeout: LONG }, () => {
  test('is a full device goes on, and stops when it is told to', async () => {
    const full = openSync('/dev/full', 'w');
    const { does, exited } = logger(full);
    closeSync(full);
    expect(await does('log 100000')).toBe('done');
    expect(await does('say')).toBe('done');
    expect(Number(await does('memory'))).toBeLessThan(400 * MEBIBYTE);
    expect(await does('end')).toBe('ended');
    expect((await exited)[0]).toBe(0);
  });

  test('is a disk that fills up goes on, and the log goes on once there is room, with the number of lines that were lost', async ({
    skip,
  }) => {
    const disk = mountSmallDisk(4);
    if (!disk) return skip('only root may mount a disk');
    onTestFinished(() => disk.remove());
    const path = join(disk.folder, 'log');
    const file = openSync(path, 'a');
    const { does, exited } = logger(file);
    closeSync(file);
    await does('log 100');
    await expect.poll(() => told(readFileSync(path, 'utf8')).written).toBe(100);
    disk.fill();
    await does('log 50000');
    disk.makeRoom();
    await expect.poll(() => told(readFileSync(path, 'utf8')).lost, { timeout: LONG }).toBeGreaterThan(0);
    const { written, lost } = told(readFileSync(path, 'utf8'));
    expect(written + lost).toBe(50_100);
    disk.fill();
    await does('log 10');
    expect(await does('end')).toBe('ended');
    expect((await exited)[0]).toBe(0);
  });

  test('is a pipe that nobody reads goes on, and stops when it is told to', async () => {
    const { does, exited } = logger('pipe');
    expect(await does('log 100000')).toBe('done');
    expect(Number(await does('memory'))).toBeLessThan(400 * MEBIBYTE);
    expect(await does('end')).toBe('ended');
    expect((await exited)[0]).toBe(0);
  });

  test('is a pipe whose reader has gone goes on', async () => {
    const { child, does } = logger('pipe');
    child.stdout!.destroy();
    for (let round = 0; round < 3; round++) expect(await does('log 1000')).toBe('done');
    expect(await does('end')).toBe('ended');
  });
});

describe('a rejection that nobody handles', { timeout: LONG }, () => {
  test('is logged with the address of its request and does not end the process', async () => {
    const { child, does } = logger('pipe');
    const output = buffer(child.stdout!);
    expect(await does('reject GET /some/page')).toBe('done');
    expect(await does('reject')).toBe('done');
    expect(await does('console')).toBe('done');
    expect(await does('end')).toBe('ended');
    expect(linesOf((await output).toString())).toMatchObject([
      { level: 50, method: 'GET', path: '/some/page', msg: 'a rejection was not handled', err: { message: 'stray' } },
      { level: 50, msg: 'a rejection was not handled', err: { message: 'stray' } },
      { level: 50, err: { message: 'told' } },
    ]);
  });

  test('is told from an error that was thrown where nobody catches it: that is logged, and the process ends with 1', async () => {
    const { child, exited, does } = logger('pipe');
    const output = buffer(child.stdout!);
    void does('throw');
    expect((await exited)[0]).toBe(1);
    expect(linesOf((await output).toString())).toMatchObject([{ level: 60, err: { message: 'thrown' } }]);
  });
});

test('the log of a process is whole in a file', { timeout: LONG }, async () => {
  const path = join(await temporaryFolder(), 'log');
  const file = openSync(path, 'a');
  const { does } = logger(file);
  closeSync(file);
  await does('log 5000');
  expect(await does('end')).toBe('ended');
  expect(told(readFileSync(path, 'utf8'))).toEqual({ written: 5_000, lost: 0 });
});
