import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CannotStart } from '../../../src/server/cannot-start.ts';
import { readConfig } from '../../../src/server/config.ts';
import { takeLock } from '../../../src/server/lock.ts';
import { inDataDir, makePrivate } from '../../../src/server/private-folder.ts';
import { openToOthers } from '../../support/open-files.ts';
import { temporaryFolder } from '../../support/catalogue.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** A user without rights. */
const NOBODY = 65_534;

/** The number of a user that the machine does not know. */
const WITHOUT_ACCOUNT = 1_234_567;

/** A data folder as earlier versions left it. */
async function openFolder(): Promise<string> {
  const dataDir = join(await temporaryFolder(), 'data');
  for (const folder of ['database/base/5', 'releases/1/pages']) mkdirSync(join(dataDir, folder), { recursive: true });
  for (const file of ['secret', 'database/base/5/1', 'releases/1/pages/index.html']) writeFileSync(join(dataDir, file), 'x');
  symlinkSync('releases/1', join(dataDir, 'release'));
  for (const name of readdirSync(dataDir, { recursive: true })) chmodSync(join(dataDir, String(name)), 0o777);
  chmodSync(join(dataDir, 'database/base/5/1'), 0o666);
  chmodSync(dataDir, 0o755);
  return dataDir;
}

describe('a data folder', () => {
  test('is made for its owner alone', async () => {
    const dataDir = join(await temporaryFolder(), 'new');
    takeLock(dataDir, { url: 'test' });
    expect([modeOf(dataDir), modeOf(join(dataDir, 'lock'))]).toEqual([0o700, 0o600]);
  });

  test('that was open to everybody is closed with all that is in it, and keeps what its owner may do', async () => {
    const dataDir = await openFolder();
    takeLock(dataDir, { url: 'test' });
    expect([modeOf(dataDir), ...openToOthers(dataDir)]).toEqual([0o700]);
    expect(modeOf(join(dataDir, 'database/base/5/1'))).toBe(0o600);
  });

  test('that is named by a link is closed where it lies', async () => {
    const dataDir = await openFolder();
    symlinkSync(dataDir, `${dataDir}-link`);
    takeLock(`${dataDir}-link`, { url: 'test' });
    expect(modeOf(dataDir)).toBe(0o700);
  });

  test('that an operator made, with a file in it, is closed like any other', async () => {
    const dataDir = join(await temporaryFolder(), 'made');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'catalogue.jsonl'), '');
    for (const path of [dataDir, join(dataDir, 'catalogue.jsonl')]) chmodSync(path, 0o755);
    takeLock(dataDir, { url: 'test' });
    expect([modeOf(dataDir), ...openToOthers(dataDir)]).toEqual([0o700]);
  });

  test('that is a folder of the machine is left as it is, with a word of what to do', async () => {
    const folder = join(await temporaryFolder(), 'tmp');
    mkdirSync(folder);
    writeFileSync(join(folder, 'letter'), '');
    chmodSync(folder, 0o1777);
    chmodSync(join(folder, 'letter'), 0o644);
    expect(() => takeLock(folder, { url: 'test' })).toThrow(CannotStart);
    expect(() => takeLock(folder, { url: 'test' })).toThrow(/can get into .*tmp \(mode 1777\).* with mode 700, or name another one/);
    expect([modeOf(folder), modeOf(join(folder, 'letter')), readdirSync(folder)]).toEqual([0o777, 0o644, ['letter']]);
    chmodSync(folder, 0o700);
    takeLock(folder, { url: 'test' });
  });

  test('that cannot be closed is not used, and the reason is told', () => {
    // A folder of the kernel's, whose mode nobody changes.
    expect(() => makePrivate(`/proc/${process.pid}`)).toThrow(/was not closed to them: E(PERM|ACCES)/);
  });

  test('that is a file, or lies in one, is told with what to do', async () => {
    const file = join(await temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => takeLock(file, { url: 'test' })).toThrow(
      new CannotStart(`DATA_DIR ${file} cannot be used: there is a file in its place. Put that right, or set another DATA_DIR.`),
    );
    expect(() => takeLock(`${file}/data`, { url: 'test' })).toThrow(/: a part of its path is a file\. Put/);
  });

  test('whose path leads nowhere is told with what to do', async () => {
    const loop = join(await temporaryFolder(), 'loop');
    symlinkSync(loop, loop);
    expect(() => takeLock(loop, { url: 'test' })).toThrow(
      new CannotStart(
        `DATA_DIR ${loop} cannot be used: its path is a link that leads back to itself. Put that right, or set another DATA_DIR.`,
      ),
    );
    expect(() => takeLock(`${dirname(loop)}/${'long'.repeat(70)}`, { url: 'test' })).toThrow(
      /: its path, or a name in it, is too long\. Put/,
    );
  });

  test('is closed for a user without an account and HOME, too', async ({ skip }) => {
    if (process.geteuid?.() !== 0) skip('this user may not become another');
    const dataDir = await openFolder();
    chownSync(dataDir, WITHOUT_ACCOUNT, WITHOUT_ACCOUNT);
    chmodSync(dirname(dataDir), 0o755);
    const closing = `import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../src/server/private-folder.ts')))})
      .then(({ makePrivate }) => { process.setuid(${WITHOUT_ACCOUNT}); delete process.env.HOME; makePrivate(${JSON.stringify(dataDir)}); })`;
    execFileSync(process.execPath, ['--eval', closing], { stdio: 'pipe' });
    expect(modeOf(dataDir)).toBe(0o700);
  });

  test('that is in a place of the kernel, or of another user, is told with what to do', async ({ skip }) => {
    expect(() => takeLock('/proc/magpie/data', { url: 'test' })).toThrow(
      new CannotStart('DATA_DIR /proc/magpie/data cannot be used: there can be no folder. Put that right, or set another DATA_DIR.'),
    );
    if (process.geteuid?.() !== 0) skip('this user may not become another');
    const folder = await temporaryFolder();
    chmodSync(folder, 0o700);
    process.seteuid!(NOBODY);
    try {
      // The look that may lie in it is no problem of its own.
      expect(readConfig({ DATA_DIR: folder }).mark).toBeUndefined();
      expect(() => takeLock(folder, { url: 'test' })).toThrow(/: the user who runs Magpie may not write there\. Put/);
    } finally {
      process.seteuid!(0);
    }
  });

  test('that others can enter, on a disk that can only be read, is told to be on one', ({ skip }) => {
    const disk = mountSmallDisk(1) ?? skip('this user may not mount a disk');
    onTestFinished(disk.remove);
    chmodSync(disk.folder, 0o755);
    execFileSync('mount', ['-o', 'remount,ro', dirname(disk.folder)]);
    expect(() => takeLock(disk.folder, { url: 'test' })).toThrow(/^DATA_DIR .* cannot be used: its file system is read-only\. Put/);
  });

  test.each([
    ['EACCES', /: the user who runs Magpie may not write there\. Put/],
    ['EPERM', /: the user who runs Magpie may not write there\. Put/],
    ['EROFS', /: its file system is read-only\. Put/],
    ['ENOSPC', /: its disk is full\. Put/],
    ['EIO', /^anything else$/],
  ])('that cannot be written to (%s) is told so', (code, words) => {
    const write = () => {
      throw Object.assign(new Error('anything else'), { code });
    };
    expect(() => inDataDir('/srv/data', write)).toThrow(words);
  });
});
