import { DUPLICATE_HEADER } from '../features/catalogue-files/duplicate-text.ts';
import type { CommandEvent } from './command-event.ts';
import { resolvePath } from './command-line.ts';
import { exportTarget } from './export-target.ts';

/**
 * Carries out a command, and writes the duplicates that it finds to a file for `merge --from`, which appears once it is whole.
 * @param path undefined for no file
 * @param run carries it out and hands on its events
 */
export async function withDuplicatesFile(
  path: string | undefined,
  run: (onEvent: (event: CommandEvent) => Promise<void>) => Promise<number>,
): Promise<number> {
  if (path === undefined) return run(async () => undefined);
  const target = await exportTarget(resolvePath(path));
  try {
    await target.write([DUPLICATE_HEADER]);
    const code = await run(({ lines = [] }) => target.write(lines));
    await target.finish();
    return code;
  } catch (error) {
    await target.discard();
    throw error;
  }
}
