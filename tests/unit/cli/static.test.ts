import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommandLine } from '../../../src/cli/run-command-line.ts';
import { temporaryFolder } from '../../support/catalogue.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

test('a copy that cannot be written says why, and what to name', async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, 'published/site'), { recursive: true });
  await writeFile(join(root, 'published/site/index.html'), 'Deals');
  await writeFile(join(root, 'file'), '');
  vi.stubEnv('PUBLISH_DIR', join(root, 'published'));
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => (vi.unstubAllEnvs(), said.mockRestore()));
  for (const copy of [join(root, 'file'), join(root, 'file/copy')]) {
    expect(await runCommandLine(['static', copy])).toBe(1);
    expect(said.mock.lastCall).toEqual([`${copy} is a file, or lies in one; name a folder`]);
  }
  expect(await runCommandLine(['static', '/proc/copy'])).toBe(1);
  expect(said.mock.lastCall).toEqual(['/proc/copy cannot be written: its folder does not exist']);
});

test('a copy that finds no room on the disk says so, and so does its list of changes', async ({ skip }) => {
  const disk = mountSmallDisk(1) ?? skip('this user may not mount a disk to be filled');
  onTestFinished(disk.remove);
  disk.fill();
  const root = await temporaryFolder();
  await mkdir(join(root, 'published/site'), { recursive: true });
  await writeFile(join(root, 'published/site/index.html'), 'Deals');
  vi.stubEnv('PUBLISH_DIR', join(root, 'published'));
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => (vi.unstubAllEnvs(), said.mockRestore()));
  expect(await runCommandLine(['static', join(disk.folder, 'copy')])).toBe(1);
  expect(said.mock.lastCall).toEqual([`${join(disk.folder, 'copy')} cannot be written: the disk is full`]);
  expect(await runCommandLine(['static', join(root, 'copy'), '--purge', '/dev/full'])).toBe(1);
  expect(said.mock.lastCall).toEqual(['/dev/full cannot be written: the disk is full']);
});

test('a copy whose list of changes cannot be written is not begun, so that the next one lists them', async () => {
  const root = await temporaryFolder();
  const copy = join(root, 'copy');
  await mkdir(join(root, 'published/site'), { recursive: true });
  await writeFile(join(root, 'published/site/index.html'), 'Deals');
  await writeFile(join(root, 'file'), '');
  vi.stubEnv('PUBLISH_DIR', join(root, 'published'));
  vi.stubEnv('SITE_URL', 'https://deals.example');
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const told = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => (vi.unstubAllEnvs(), said.mockRestore(), told.mockRestore()));
  for (const [file, why] of [
    [join(root, 'none/list.txt'), 'cannot be written: its folder does not exist'],
    [join(root, 'file/list.txt'), 'cannot be written: its folder does not exist'],
    [root, 'is a folder; name a file in it'],
  ] as const) {
    expect(await runCommandLine(['static', copy, '--purge', file])).toBe(1);
    expect(said.mock.lastCall).toEqual([`${file} ${why}`]);
    expect(existsSync(copy)).toBe(false);
  }
  for (const list of ['copy/list.txt', 'file']) {
    expect(await runCommandLine(['static', copy, '--purge', join(root, list)])).toBe(0);
    await writeFile(join(root, 'published/site/index.html'), 'More deals');
    expect(await readFile(join(root, list), 'utf8')).toContain('https://deals.example/\n');
  }
});
