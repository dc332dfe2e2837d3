import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from './command-line.ts';

/** A file of a command: what names it, such as `--report`, its absolute path, and whether the command writes it. */
interface NamedFile {
  by: string;
  path: string;
  written?: boolean;
}

/**
 * Refuses to write a file that the command also reads or writes under another path, including through links.
 * @throws UsageError naming the file and what to do
 */
export async function requireDistinct(files: NamedFile[]): Promise<void> {
  const known = await Promise.all(files.map(async (file) => ({ ...file, identity: await identityOf(file.path) })));
  for (const one of known) {
    if (!one.written) continue;
    const same = known.find((other) => other !== one && other.identity === one.identity);
    if (same) throw new UsageError(`${one.by} and ${same.by} are the same file, ${one.path}, which would be overwritten; name another`);
  }
}

/** An identity that is the same for all paths of a file, whether it exists or not. */
async function identityOf(path: string): Promise<string> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    const folder = dirname(path);
    return join(await realpath(folder).catch(() => folder), basename(path));
  }
}
