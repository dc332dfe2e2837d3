import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { FolderTaken, takeLock } from '../../../src/server/lock.ts';
import { siteEnvironment } from '../../support/site.ts';
import { temporaryFolder } from '../../support/catalogue.ts';

test(
  'a process without a context of its own, as astro dev, has the data folder to itself until it ends',
  { timeout: 180_000 },
  async () => {
    const dataDir = await temporaryFolder();
    const release = takeLock(dataDir, { url: 'http://site.example' });
    const child = spawn(process.execPath, [new URL('./context-opener.ts', import.meta.url).pathname], {
      env: siteEnvironment({ DATA_DIR: dataDir }),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const open = async () => {
      child.stdin.write('\n');
      return String((await answers.next()).value);
    };
    expect(await open()).toContain(`already running on this data folder: process ${process.pid}, http://site.example`);
    expect(existsSync(join(dataDir, 'database'))).toBe(false);
    release();
    expect(await open()).toBe('opened');
    expect(() => takeLock(dataDir, { url: 'test' })).toThrow(FolderTaken);
    expect(() => takeLock(dataDir, { url: 'test' })).toThrow(`process ${child.pid}, npm run dev`);
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    expect(await exited).toEqual([null, 'SIGINT']);
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  },
);
