import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeOldReleases } from '../../../src/features/publishing/old-releases.ts';
import { finishRelease, isStillRight, newRelease, releasesOf } from '../../../src/features/publishing/release.ts';
import { currentRelease, switchRelease } from '../../../src/features/publishing/shown-release.ts';
import { Refused } from '../../../src/lib/refused.ts';
import { rollBack } from '../../../src/features/publishing/rollback.ts';

const RELEASE = { bundle: 'b', code: 'c', settings: 's' };

/** A folder of releases, and a function that builds the next one and shows it. */
async function releaseFolder() {
  const publishDir = await mkdtemp(join(tmpdir(), 'magpie-releases-'));
  onTestFinished(() => rm(publishDir, { recursive: true, force: true }));
  const build = async (release = RELEASE) => {
    const folder = await newRelease({ publishDir, dataDir: '/srv/data' });
    await finishRelease(folder, release);
    await removeOldReleases(publishDir, await switchRelease(publishDir, folder));
    // Releases are named by the millisecond.
    await expect.poll(() => new Date().toISOString().replace(/\D/g, '').slice(0, 17)).not.toBe(basename(folder));
    return basename(folder);
  };
  return { publishDir, build, releases: async () => (await readdir(join(publishDir, 'releases'))).toSorted() };
}

test('the release shown and the one before it are kept', async () => {
  const { build, releases } = await releaseFolder();
  await build();
  const before = await build();
  expect(await releases()).toEqual([expect.any(String), before]);
  const shown = await build();
  expect(await releases()).toEqual([before, shown]);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('nothing stays of one whose build is ended by %s', async (signal) => {
  const { publishDir, build, releases } = await releaseFolder();
  const shown = await build();
  const program = `
    const { newRelease } = await import(${JSON.stringify(join(import.meta.dirname, '../../../src/features/publishing/release.ts'))});
    console.log(await newRelease(${JSON.stringify({ publishDir, dataDir: '/srv/data' })}));
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  expect(await releases()).toEqual([shown, expect.any(String)]);
  child.kill(signal);
  expect(await ended).toEqual([null, signal]);
  expect(await releases()).toEqual([shown]);
});

test('so is the one that was gone back to, which a site serves until it shows the next one', async () => {
  const { publishDir, build, releases } = await releaseFolder();
  const first = await build();
  await expect(rollBack(publishDir)).rejects.toThrow(
    new Refused('there is no earlier release to go back to; npm run build makes a new one'),
  );
  const second = await build();
  expect(basename(await rollBack(publishDir))).toBe(first);
  const third = await build();
  expect(await releases()).toEqual([first, second, third]);
  const fourth = await build();
  expect(await releases()).toEqual([third, fourth]);
});

test('one of code that was replaced by an earlier one is not gone on with; one that somebody went back to is', async () => {
  const { publishDir, build } = await releaseFolder();
  const isRight = async (code: string, settings = 's') =>
    isStillRight((await currentRelease(publishDir))!, await releasesOf(publishDir), { code, settings });
  await build({ ...RELEASE, code: 'first' });
  await build({ ...RELEASE, code: 'second' });
  expect([await isRight('second'), await isRight('second', 'others'), await isRight('first')]).toEqual([true, false, false]);
  await rollBack(publishDir);
  expect([await isRight('second'), await isRight('first'), await isRight('third')]).toEqual([true, true, false]);
});
