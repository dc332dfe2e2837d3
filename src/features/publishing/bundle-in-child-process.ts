import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasBundle } from './bundle.server.ts';

const BUNDLE = join(import.meta.dirname, 'bundle.ts');

/**
 * Makes the bundle that a build needs, in a process of its own, so that a site's database can be opened meanwhile.
 * @throws when it fails; what it printed has been passed to `print`
 */
export async function bundleInChildProcess(print: (line: string) => void): Promise<void> {
  if (!(await hasBundle())) await runChildProcess([BUNDLE], print);
}

/**
 * Runs the program that makes the bundle, in a process of its own that ends with this one.
 * @param args of Node
 * @param print called with each line that it prints
 * @throws when it fails, or is killed
 */
export async function runChildProcess(args: string[], print: (line: string) => void): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  // It may have ended before its last line is read.
  const ended = once(child, 'close');
  ended.catch(() => undefined);
  const stop = () => child.kill();
  process.once('exit', stop);
  try {
    for await (const line of createInterface({ input: child.stdout })) print(line);
    await ended;
    const { exitCode, signalCode } = child;
    if (exitCode !== 0)
      throw new Error(`the code could not be bundled (${signalCode ?? `exit code ${exitCode}`}); the lines above say why`);
  } finally {
    process.off('exit', stop);
  }
}
