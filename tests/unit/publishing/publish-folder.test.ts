import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { publishCommands } from '../../../src/cli/handlers/publish.ts';
import { claimPublishFolder, requireOwnFolder } from '../../../src/features/publishing/publish-folder.ts';
import { showFiles, switchRelease } from '../../../src/features/publishing/shown-release.ts';
import { Refused } from '../../../src/lib/refused.ts';
import { CannotStart } from '../../../src/server/cannot-start.ts';
import { temporaryFolder } from '../../support/catalogue.ts';
import { QUICKLY, siteEnvironment } from '../../support/site.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

describe('a folder of published files', () => {
  let root: string;
  let publishDir: string;
  let owner: string;

  /** The folders of a site, of which the data folder is there. */
  async function siteOf(name: string) {
    const dataDir = join(root, name);
    await mkdir(dataDir, { recursive: true });
    return { dataDir, publishDir };
  }

  beforeEach(async () => {
    root = await temporaryFolder();
    publishDir = join(root, 'srv/magpie');
    owner = join(publishDir, 'owner.txt');
  });

  test('is of the site that starts with it first, and of no other', async () => {
    const first = await siteOf('first');
    const second = await siteOf('second');
    claimPublishFolder(first);
    claimPublishFolder(first);
    expect(await readFile(owner, 'utf8')).toBe(`${first.dataDir}\n`);
    expect([(await stat(publishDir)).mode & 0o777, (await stat(owner)).mode & 0o777]).toEqual([0o755, 0o600]);
    for (const open of [claimPublishFolder, requireOwnFolder]) {
      expect(() => open(first)).not.toThrow();
      expect(() => open(second)).toThrow(CannotStart);
      expect(() => open(second)).toThrow(
        `${publishDir} holds the pages of another site, whose data folder is ${first.dataDir}. ` +
          `Set another PUBLISH_DIR; or delete ${owner} if that data folder is now ${second.dataDir}.`,
      );
    }
  });

  test('goes on with a data folder that was moved, once the file that names the old one is deleted', async () => {
    claimPublishFolder(await siteOf('before'));
    await rename(join(root, 'before'), join(root, 'after'));
    const after = await siteOf('after');
    expect(() => claimPublishFolder(after)).toThrow(`delete ${owner}`);
    await rm(owner);
    claimPublishFolder(after);
    expect(await readFile(owner, 'utf8')).toBe(`${after.dataDir}\n`);
  });

  test('moves with the data folder that it lies in, but is not taken by another site', async () => {
    const { dataDir } = await siteOf('site');
    const own = { dataDir, publishDir: join(dataDir, 'public') };
    claimPublishFolder(own);
    await rename(dataDir, join(root, 'moved'));
    const moved = { dataDir: join(root, 'moved'), publishDir: join(root, 'moved/public') };
    claimPublishFolder(moved);
    claimPublishFolder({ ...moved, dataDir: (await siteOf('other')).dataDir });
    expect(() => claimPublishFolder(moved)).toThrow(`whose data folder is ${join(root, 'other')}`);
  });

  test('is left alone by a command of another site, and not made by one', async () => {
    const first = await siteOf('first');
    requireOwnFolder(first);
    await expect(stat(publishDir)).rejects.toThrow('ENOENT');
    claimPublishFolder(first);
    const config = await siteOf('second');
    const { rollback } = publishCommands({ config } as Parameters<typeof publishCommands>[0]);
    await expect(rollback({}, {} as Parameters<typeof rollback>[1])).rejects.toThrow('holds the pages of another site');
  });

  test('without a release cannot be published into, which is told in a sentence', async () => {
    const config = await siteOf('first');
    const { publish } = publishCommands({ config } as Parameters<typeof publishCommands>[0]);
    const publishing = publish({ all: false }, { send: async () => undefined } as unknown as Parameters<typeof publish>[1]);
    await expect(publishing).rejects.toThrow(Refused);
  });

  test.each([['src/main.ts'], ['src/features/publishing/build.ts']])('stops %s of another site at once', async (program) => {
    claimPublishFolder(await siteOf('first'));
    const { dataDir } = await siteOf('second');
    const child = spawn(process.execPath, [QUICKLY, join(import.meta.dirname, '../../..', program)], {
      env: siteEnvironment({ DATA_DIR: dataDir, PUBLISH_DIR: publishDir, DATABASE_URL: '', PORT: '0', SITE_URL: 'http://localhost:1' }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([child.exitCode, said]).toEqual([
      1,
      expect.stringMatching(/^\S+ holds the pages of another site, whose data folder is \S+first\. /),
    ]);
    expect([existsSync(join(dataDir, 'database')), readdirSync(publishDir)]).toEqual([false, ['owner.txt']]);
  });

  test.each(['site', 'release'])('is refused where %s is no link, whose place Magpie could not take', async (name) => {
    const site = await siteOf('site');
    const path = join(publishDir, name);
    const refused = `${path} is not the link that Magpie keeps there, so what it publishes could not be shown. Move it away`;
    await mkdir(path, { recursive: true });
    for (const dataDir of [site.dataDir, join(publishDir, '..')])
      expect(() => claimPublishFolder({ dataDir, publishDir })).toThrow(refused);
    await rm(path, { recursive: true });
    await writeFile(path, 'mine');
    expect(() => claimPublishFolder(site)).toThrow(refused);
    const show = name === 'site' ? showFiles : switchRelease;
    await expect(show(publishDir, join(publishDir, 'releases/1'))).rejects.toThrow(refused);
    expect([await readFile(path, 'utf8'), readdirSync(publishDir)]).toEqual(['mine', [name]]);
  });

  test.each([
    ['the data folder', 'data', 'data'],
    ['a folder in it', 'data', 'data/pages'],
    ['a folder around it', '.', '.'],
  ])('is refused where a link makes it %s, and nothing is written there', async (_what, target, pages) => {
    const site = await siteOf('data');
    await symlink(join(root, target), join(root, 'link'));
    const linked = join(root, 'link', pages === 'data/pages' ? 'pages' : '');
    expect(() => claimPublishFolder({ ...site, publishDir: linked })).toThrow(
      `PUBLISH_DIR must be a folder of its own outside DATA_DIR, and not one that holds it: ${linked} leads to ${join(root, pages)}, and DATA_DIR is ${site.dataDir}.`,
    );
    expect([readdirSync(site.dataDir), existsSync(join(root, 'owner.txt'))]).toEqual([[], false]);
  });

  test('may be where links lead out of the data folder', async () => {
    const { dataDir } = await siteOf('site');
    await mkdir(publishDir, { recursive: true });
    await symlink(publishDir, join(dataDir, 'public'));
    claimPublishFolder({ dataDir, publishDir: join(dataDir, 'public') });
    claimPublishFolder({ dataDir, publishDir });
    expect(await readFile(owner, 'utf8')).toBe(`${dataDir}\n`);
  });

  test('is refused where none can be', async () => {
    const site = await siteOf('site');
    const file = join(root, 'file');
    await writeFile(file, '');
    expect(() => claimPublishFolder({ ...site, publishDir: file })).toThrow(`Pages cannot be published into ${file}`);
  });

  test('is refused on a full disk, with what to do', async ({ skip }) => {
    const disk = mountSmallDisk(1) ?? skip('this user may not mount a disk to be filled');
    onTestFinished(disk.remove);
    disk.fill();
    const site = await siteOf('site');
    expect(() => claimPublishFolder({ ...site, publishDir: disk.folder })).toThrow(
      /^Pages cannot be published into .*: ENOSPC: .* Make room there, or set another PUBLISH_DIR\.$/,
    );
  });
});
