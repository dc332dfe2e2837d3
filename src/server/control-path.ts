import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CannotStart } from './cannot-start.ts';

/** The address of a Unix socket ends here; Linux takes 107 bytes, macOS 103. */
const LONGEST = 103;

/**
 * Where the site of a data folder listens for commands: `site.sock` in the folder, or, where that is too long for a
 * socket, in a folder of the same user's under the system's temporary one, which is made when it is missing.
 * @throws CannotStart when that folder is somebody else's
 */
export function controlPath(dataDir: string): string {
  const inside = join(resolve(dataDir), 'site.sock');
  if (Buffer.byteLength(inside) <= LONGEST) return inside;
  const hash = createHash('sha256').update(inside).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `magpie-${hash}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  // Anybody can make a folder there, and commands must not be handed to just anybody.
  if (uid !== process.getuid?.() || (mode & 0o170077) !== 0o040000)
    throw new CannotStart(
      `Commands cannot be taken in ${folder}, which must be a folder of the user who runs Magpie alone. ` +
        'Remove it, or set a DATA_DIR with a shorter path, in which they are taken then.',
    );
  return join(folder, 'site.sock');
}
