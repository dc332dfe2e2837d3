import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../support/catalogue.ts';
import { commandHere } from '../../support/command-here.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

test('a copy that cannot be written says why, and what to name', async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, 'published/site'), { recursive: true });
  await writeFile(join(root, 'published/site/index.html'), 'Deals');
  await writeFile(join(root, 'file'), '');
  const copyTo = (...args: string[]) => commandHere({ PUBLISH_DIR: join(root, 'published') }, 'static', ...args);
  for (const copy of [join(root, 'file'), join(root, 'file/copy')]) {
    expect(await copyTo(copy)).toMatchObject({ code: 1, stderr: `${copy} is a file, or lies in one; name a folder\n` });
  }
  expect(await copyTo('/proc/copy')).toMatchObject({ code: 1, stderr: '/proc/copy cannot be written: its folder does not exist\n' });
});

test('a copy that finds no room on the disk says so, and so does its list of changes', async ({ skip }) => {
  const disk = mountSmallDisk(1) ?? skip('this user may not mount a disk to be filled');
  onTestFinished(disk.remove);
  disk.fill();
  const root = await temporaryFolder();
  await mkdir(join(root, 'published/site'), { recursive: true });
  await writeFile(join(root, 'published/site/index.html'), 'Deals');
  const copyTo = (...args: string[]) => commandHere({ PUBLISH_DIR: join(root, 'published') }, 'static', ...args);
  const copy = join(disk.folder, 'copy');
  expect(await copyTo(copy)).toMatchObject({ code: 1, stderr: `${copy} cannot be written: the disk is full\n` });
  expect(await copyTo(join(root, 'copy'), '--purge', '/dev/full')).toMatchObject({
    ...{ code: 1, stderr: '/dev/full cannot be written: the disk is full\n' },
  });
});

test('a copy whose list of changes cannot be written is not begun, so that the next one lists them', async () => {
  const root = await temporaryFolder();
  const copy = join(root, 'copy');
  await mkdir(join(root, 'published/site'), { recursive: true });
  await writeFile(join(root, 'published/site/index.html'), 'Deals');
  await writeFile(join(root, 'file'), '');
  const settings = { PUBLISH_DIR: join(root, 'published'), SITE_URL: 'https://deals.example' };
  const copyListing = (file: string) => commandHere(settings, 'static', copy, '--purge', file);
  for (const [file, why] of [
    [join(root, 'none/list.txt'), 'cannot be written: its folder does not exist'],
    [join(root, 'file/list.txt'), 'cannot be written: its folder does not exist'],
    [root, 'is a folder; name a file in it'],
  ] as const) {
    expect(await copyListing(file)).toMatchObject({ code: 1, stderr: `${file} ${why}\n` });
    expect(existsSync(copy)).toBe(false);
  }
  for (const list of ['copy/list.txt', 'file']) {
    expect(await copyListing(join(root, list))).toMatchObject({ code: 0 });
    await writeFile(join(root, 'published/site/index.html'), 'More deals');
    expect(await readFile(join(root, list), 'utf8')).toContain('https://deals.example/\n');
  }
});

test('a copy removes nothing beside its folder, whatever the list of what was copied names', async () => {
  const root = await temporaryFolder();
  const [copy, list] = [join(root, 'copy'), '.magpie-copy.json'];
  await mkdir(join(root, 'published/site'), { recursive: true });
  await mkdir(join(copy, 'f'), { recursive: true });
  await writeFile(join(root, 'published/site/index.html'), 'Deals');
  await writeFile(join(root, 'mine'), 'My own');
  for (const file of ['../mine', 'f/../../mine']) {
    await writeFile(join(copy, list), JSON.stringify({ [file]: 'digest' }));
    expect(await commandHere({ PUBLISH_DIR: join(root, 'published') }, 'static', copy)).toMatchObject({
      code: 1,
      stderr: `${copy} has a ${list} that cannot be read; name an empty folder, or one that was copied to before\n`,
    });
    expect(await readFile(join(root, 'mine'), 'utf8')).toBe('My own');
  }
});
