import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SITE } from '../../../src/features/publishing/page-files.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import { failedTargets, snapshot, tryAgain, unreadable, useSmallSite } from '../../support/small-site.ts';

const site = useSmallSite();

/** What keeps a release from being written to. */
interface Obstacle {
  folder: string;
  rise(): void;
  fall(): void;
}

function fullDisk(): Obstacle | undefined {
  const disk = mountSmallDisk(16);
  if (!disk) return undefined;
  onTestFinished(disk.remove);
  return { folder: disk.folder, rise: disk.fill, fall: disk.makeRoom };
}

/** A file stands where the folder of drafts should. */
function fileInTheWay(): Obstacle {
  const folder = mkdtempSync(join(tmpdir(), 'magpie-release-'));
  const path = join(folder, 'drafts');
  return {
    folder,
    rise() {
      rmSync(path, { recursive: true });
      writeFileSync(path, '');
    },
    fall: () => rmSync(path),
  };
}

/** The release's folder is away for a while, as when its disk is unmounted. */
function folderAway(): Obstacle {
  const above = mkdtempSync(join(tmpdir(), 'magpie-away-'));
  onTestFinished(() => rmSync(above, { recursive: true }));
  const [folder, away] = [join(above, 'release'), join(above, 'away')];
  mkdirSync(folder);
  return {
    folder,
    rise: () => renameSync(folder, away),
    fall: () => renameSync(away, folder),
  };
}

describe.each([
  ['on a full disk', fullDisk],
  ['where a file stands in the way', fileInTheWay],
  ['while its folder is away', folderAway],
])('what is published %s', (_name, findObstacle) => {
  test('stays as it was, is reported, and follows once there is room', async ({ skip }) => {
    const obstacle = findObstacle() ?? skip('this user may not mount a disk to be filled');
    const release = await site.open(obstacle.folder);
    await release.settle();
    const before = snapshot(release);

    obstacle.rise();
    const { target } = await site.reprice('d1', 4321);
    // The files of its old address go once those of its new one are there.
    await site.rename('d2', 'A title of another address');
    await release.settle();
    expect(failedTargets(release)).toContain(target);
    expect(failedTargets(release)).toContain('feed:/all');
    expect(snapshot(release)).toEqual(before);
    expect([...release.log.due]).toEqual(expect.arrayContaining([target, 'feed:/all']));

    obstacle.fall();
    expect(unreadable(release)).toEqual([]);
    await tryAgain(release);
    expect(release.failures).toEqual([]);
    expect(readdirSync(join(release.folder, 'drafts'))).toEqual([]);
    await site.expectAsMadeAnew(release);
  });

  test('is not forgotten when the process ends soon after there is room', async ({ skip }) => {
    const obstacle = findObstacle() ?? skip('this user may not mount a disk to be filled');
    const release = await site.open(obstacle.folder);
    await release.settle();
    obstacle.rise();
    await site.reprice('d1', 4321);
    await release.settle();
    await site.rename('d2', 'Another title');
    await release.settle();
    obstacle.fall();
    await site.rename('d3', 'A third title');
    release.publisher.notify();
    await release.publisher.step();
    release.log.close();

    const again = await site.open(obstacle.folder);
    expect(unreadable(again)).toEqual([]);
    await again.settle();
    await site.expectAsMadeAnew(again);
  });
});

test('files that cannot be removed are reported, and removed once they can be', async () => {
  const release = await site.open();
  await release.settle();
  const page = [...release.shown.values()].find(({ file }) => file.includes('deal-number-1/index.html'));
  const file = join(release.folder, SITE, page?.file ?? '');
  // A folder stands where the file is.
  rmSync(file);
  mkdirSync(file);
  await site.rename('d1', 'Another title');
  await release.settle();
  expect(failedTargets(release)).toEqual(['deal:1003']);
  expect([...release.shown.keys()].filter((address) => address.startsWith('/f/1003-'))).toEqual([
    '/f/1003-another-title',
    '/f/1003-another-title/_payload.json',
  ]);

  rmdirSync(file);
  writeFileSync(file, 'the old page');
  await tryAgain(release);
  expect(release.failures).toEqual([]);
  await site.expectAsMadeAnew(release);
});
