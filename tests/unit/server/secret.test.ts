import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotStart } from '../../../src/server/cannot-start.ts';
import { readSecret } from '../../../src/server/secret.ts';
import { temporaryFolder } from '../../support/catalogue.ts';

test('a secret is made once and kept', async () => {
  const dataDir = await temporaryFolder();
  const made = readSecret({ secret: undefined, dataDir });
  expect([made.length, readSecret({ secret: undefined, dataDir }), readFileSync(join(dataDir, 'secret'), 'utf8')]).toEqual([
    43,
    made,
    made,
  ]);
});

test('a secret that was cut short is told with what to do, and left as it is', async () => {
  const dataDir = await temporaryFolder();
  const path = join(dataDir, 'secret');
  writeFileSync(path, 'short');
  expect(() => readSecret({ secret: undefined, dataDir })).toThrow(
    new CannotStart(
      `${path} holds no whole secret: put back the one that you keep with your backups, or remove it, and a new one is made.`,
    ),
  );
  expect(readFileSync(path, 'utf8')).toBe('short');
});
