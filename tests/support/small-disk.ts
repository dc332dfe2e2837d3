import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk that a test can fill. */
export interface SmallDisk {
  folder: string;
  /** Leaves no room on it. */
  fill(): void;
  makeRoom(): void;
  remove(): void;
}

/** Mounts a small disk in memory; undefined where this user may not. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'magpie-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  const [used, ballast] = [join(folder, 'used'), join(folder, 'ballast')];
  mkdirSync(used);
  return {
    folder: used,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
    },
    makeRoom: () => rmSync(ballast),
    remove() {
      // Some file may still be open.
      execFileSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}
