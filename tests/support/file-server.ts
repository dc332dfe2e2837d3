import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Whether Python is installed, whose web server is the plainest there is. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

/**
 * `python3 -m http.server`, a web server that knows nothing of the site: it finds files by their paths, and a folder's `index.html`.
 * @returns its origin, and a function that ends it
 */
export async function startPlainServer(folder: string): Promise<{ url: string; end(): Promise<void> }> {
  const server = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(server, 'exit');
  const [line] = (await Promise.race([
    once(createInterface(server.stdout), 'line'),
    ended.then(() => Promise.reject(new Error('python3 -m http.server ended'))),
  ])) as [string];
  return {
    url: `http://127.0.0.1:${/port (?<port>\d+)/.exec(line)!.groups!['port']}`,
    async end() {
      server.kill();
      await ended;
    },
  };
}
