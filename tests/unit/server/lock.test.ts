import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FolderTaken, takeLock } from '../../../src/server/lock.ts';
import { temporaryFolder } from '../../support/catalogue.ts';

const SITE = { url: 'http://localhost:4321' };

/** A process that takes locks when it is told to, and answers what came of it. */
function lockTaker() {
  const child: ChildProcess = spawn(process.execPath, [new URL('./lock-taker.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  return {
    pid: child.pid,
    kill,
    async take(folder: string): Promise<string> {
      child.stdin!.write(`${folder}\n`);
      return String((await answers.next()).value);
    },
  };
}

/** A lock as a process leaves it that was killed. */
function leaveLock(path: string, holder: object) {
  writeFileSync(path, JSON.stringify({ startedAt: '2026-01-01T00:00:00Z', url: 'x', token: 'dead', ...holder }));
}

/** A pid that no process has. */
const goneProcess = async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid;
};

describe('the lock of a data folder', () => {
  test('makes the folder, and is given back', async () => {
    const folder = join(await temporaryFolder(), 'new');
    const release = takeLock(folder, SITE);
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid, url: SITE.url });
    release();
    expect(readdirSync(folder)).toEqual([]);
    takeLock(folder, SITE)();
  });

  test('is refused while another process has it, naming that one', async () => {
    const folder = await temporaryFolder();
    const other = lockTaker();
    expect(await other.take(folder)).toBe('taken');
    expect(() => takeLock(folder, SITE)).toThrow(FolderTaken);
    expect(() => takeLock(folder, SITE)).toThrow(
      new RegExp(
        `^Magpie is already running on this data folder: process ${other.pid}, http://test.example, since .*Z\\. Stop it first, or set another DATA_DIR\\.$`,
      ),
    );
  });

  test('is refused to the same process too', async () => {
    const folder = await temporaryFolder();
    const release = takeLock(folder, SITE);
    expect(() => takeLock(folder, SITE)).toThrow(FolderTaken);
    release();
  });

  test('is taken over from a process that was killed', async () => {
    const folder = await temporaryFolder();
    const other = lockTaker();
    await other.take(folder);
    await other.kill();
    takeLock(folder, SITE);
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  test.skipIf(!existsSync('/proc/self/stat'))('is taken over where its pid has gone to another process', async () => {
    const folder = await temporaryFolder();
    leaveLock(join(folder, 'lock'), { pid: process.ppid, started: 'an earlier boot 1' });
    takeLock(folder, SITE);
  });

  test('is taken over from one that was killed while it took over', async () => {
    const folder = await temporaryFolder();
    const pid = await goneProcess();
    leaveLock(join(folder, 'lock'), { pid });
    leaveLock(join(folder, 'lock.after-dead'), { pid, token: 'alsodead' });
    takeLock(folder, SITE);
    expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
  });

  test('is left alone when somebody else wrote the file', async () => {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, 'lock'), 'hello');
    expect(() => takeLock(folder, SITE)).toThrow(/is not a lock of Magpie's/);
    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe('hello');
  });

  test('goes to exactly one of many that want it at once, be it free, left over, or left over in the middle', async () => {
    const parent = await temporaryFolder();
    const pid = await goneProcess();
    const takers = Array.from({ length: 6 }, lockTaker);
    await Promise.all(takers.map((taker, index) => taker.take(join(parent, `own-${index}`))));
    for (let round = 0; round < 60; round++) {
      const folder = join(parent, `round-${round}`);
      mkdirSync(folder);
      if (round % 3 > 0) leaveLock(join(folder, 'lock'), { pid });
      if (round % 3 > 1) leaveLock(join(folder, 'lock.after-dead'), { pid, token: 'alsodead' });
      const answers = await Promise.all(takers.map((taker) => taker.take(folder)));
      const winner = takers[answers.indexOf('taken')];
      expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
      expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: winner?.pid });
    }
  });
});
