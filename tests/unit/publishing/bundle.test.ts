import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ensureBundle } from '../../../src/features/publishing/make-bundle.server.ts';

const BUNDLE = new URL('../../../src/features/publishing/bundle.server.ts', import.meta.url).href;

/** How many functions a process has for rejections that nobody handles, once it has opened a bundle. */
async function listenersAfterOpening(name: string, before: string): Promise<number> {
  const program = `
    import { openBundle } from '${BUNDLE}';
    ${before}
    await openBundle('${name}');
    console.log(process.listenerCount('unhandledRejection'));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return Number(stdout);
}

test('a process that says by itself what rejections nobody handled goes on doing so alone, once it has opened a bundle', async () => {
  const name = await ensureBundle(() => undefined);
  const own = `process.on('unhandledRejection', () => undefined);`;
  expect(await listenersAfterOpening(name, own)).toBe(1);
  expect(await listenersAfterOpening(name, '')).toBeGreaterThan(0);
});
