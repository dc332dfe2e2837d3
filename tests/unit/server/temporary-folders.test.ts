import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdTemporary, makeTemporary, sweepTemporary } from '../../../src/server/temporary-folders.ts';
import { temporaryFolder } from '../../support/catalogue.ts';

/** Another process that lives until it is killed. */
function otherProcess() {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  const kill = async () => {
    if (child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  return { pid: child.pid!, kill };
}

const snapshotOf = (dataDir: string, name: string) => {
  mkdirSync(join(dataDir, name, 'database'), { recursive: true });
  writeFileSync(join(dataDir, name, 'position.json'), '{}');
  return join(dataDir, name);
};

describe('a folder that a process works on', () => {
  test('is left alone while that process lives, and removed once it was killed', async () => {
    const dataDir = await temporaryFolder();
    const other = otherProcess();
    const [mine, theirs] = [await makeTemporary(dataDir, 'export'), await makeTemporary(dataDir, 'snapshot', other.pid)];
    await sweepTemporary(dataDir);
    expect([mine, theirs].map((folder) => existsSync(folder))).toEqual([true, true]);
    await other.kill();
    await sweepTemporary(dataDir);
    expect([mine, theirs].map((folder) => existsSync(folder))).toEqual([true, false]);
  });

  test('is left alone while one lives that has taken it over', async () => {
    const dataDir = await temporaryFolder();
    const [site, build] = [otherProcess(), otherProcess()];
    const folder = await makeTemporary(dataDir, 'snapshot', site.pid);
    holdTemporary(folder, build.pid);
    await site.kill();
    await sweepTemporary(dataDir);
    expect(existsSync(folder)).toBe(true);
    await build.kill();
    await sweepTemporary(dataDir);
    expect(existsSync(folder)).toBe(false);
  });

  test('is removed before another one is made, also that of a process whose pid another one has now', async () => {
    const dataDir = await temporaryFolder();
    const folder = snapshotOf(dataDir, 'snapshot-abcdef');
    writeFileSync(join(folder, `held-by-${process.pid}.json`), JSON.stringify({ pid: process.pid, started: 'an earlier boot 1' }));
    snapshotOf(dataDir, 'snapshot-4242-1');
    const made = await makeTemporary(dataDir, 'export');
    expect(readdirSync(dataDir).map((name) => join(dataDir, name))).toEqual([made]);
  });

  test('is not taken for one of a person', async () => {
    const dataDir = await temporaryFolder();
    mkdirSync(join(dataDir, 'export-backup'));
    for (const name of ['export-backup/letter.txt', 'export-1.jsonl', 'snapshot-1']) writeFileSync(join(dataDir, name), '');
    await sweepTemporary(dataDir);
    expect(readdirSync(dataDir, { recursive: true })).toHaveLength(4);
  });
});
