import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const AT_EXIT = join(import.meta.dirname, '../../../src/server/at-exit.ts');

/** Runs a program that does something at its end, and sends it SIGTERM once it is ready. @returns how it ended, and what it printed then */
async function end(handler: string) {
  const program = `
    ${handler}
    const { atExit } = await import(${JSON.stringify(AT_EXIT)});
    atExit(() => console.log('cleaned up'));
    setInterval(() => undefined, 1000);
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  return { printed: await text(child.stdout), ended: await ended };
}

test('a signal that nothing handles ends the process, after what is to be done', async () => {
  expect(await end('')).toEqual({ printed: 'cleaned up\n', ended: [null, 'SIGTERM'] });
});

test.each(['on', 'once'])('who handles the signal (%s) decides when the process ends', async (register) => {
  const handler = `process.${register}('SIGTERM', () => setImmediate(() => process.exit(3)));`;
  expect(await end(handler)).toEqual({ printed: 'cleaned up\n', ended: [3, null] });
});
