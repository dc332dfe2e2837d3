import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import { makeTemporary } from '../../server/temporary-folders.ts';
import { textLines } from '../../server/text-lines.ts';
import { writeLines } from '../../server/write-lines.ts';
import type { CommandHandler } from './command-handler.ts';
import { exportCatalogue } from '../../features/catalogue-files/export.server.ts';

const exportInput = z.strictObject({ source: z.string().optional() });

/** Takes `{ source? }`; sends `lines`, some at a time. */
export const exportCommand =
  (context: Context): CommandHandler =>
  async (input, { send, signal }) => {
    const { source } = exportInput.parse(input);
    await spooled(
      context.config.dataDir,
      (write) => exportCatalogue(context, write, { source }),
      (lines) => {
        signal.throwIfAborted();
        return send({ lines });
      },
      signal,
    );
  };

const LINES_AT_ONCE = 200;

/** Runs `produce` at full speed into a temporary file, then sends the lines as fast as the client reads them. */
async function spooled(
  dataDir: string,
  produce: (write: (line: string) => Promise<void>) => Promise<void>,
  pass: (lines: string[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const folder = await makeTemporary(dataDir, 'export');
  try {
    const path = join(folder, 'catalogue.jsonl');
    const file = createWriteStream(path);
    const written = finished(file);
    // Its error is thrown where it is awaited; until then it must not count as unhandled.
    written.catch(() => undefined);
    await produce((line) => {
      signal.throwIfAborted();
      return writeLines(file, [line]);
    });
    file.end();
    await written;
    let lines: string[] = [];
    for await (const line of textLines(createReadStream(path))) {
      if (lines.push(line) < LINES_AT_ONCE) continue;
      await pass(lines);
      lines = [];
    }
    if (lines.length > 0) await pass(lines);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
