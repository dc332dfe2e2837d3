import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errorCode } from '../lib/error-code.ts';
import { writeRefusal } from '../lib/write-refusal.ts';
import { atExit } from '../server/at-exit.ts';
import { writeLines } from '../server/write-lines.ts';
import { ReaderGone } from './command-line.ts';

interface ExportTarget {
  write(lines: string[]): Promise<void>;
  /** Makes the file appear, whole. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/**
 * Where an export goes: the standard output, or a file (compressed when it ends in `.gz`), which appears once it is whole.
 * @throws Refused when there can be no such file; `write` and `finish` do too, and ReaderGone
 */
export async function exportTarget(path: string | undefined): Promise<ExportTarget> {
  const refuse = (error: unknown) => {
    throw path === undefined && errorCode(error) === 'EPIPE' ? new ReaderGone() : writeRefusal(error, path ?? 'Standard output', 'you');
  };
  if (path === undefined) {
    return {
      write: (lines) => writeLines(process.stdout, lines).catch(refuse),
      finish: async () => undefined,
      discard: async () => undefined,
    };
  }
  const draft = `${path}.${process.pid}.part`;
  // Commands that a signal cannot stop end by it in the midst.
  atExit(() => rmSync(draft, { force: true }));
  const file = createWriteStream(draft);
  await once(file, 'open').catch(refuse);
  const gzip = path.endsWith('.gz') ? createGzip() : undefined;
  const written = gzip ? pipeline(gzip, file) : finished(file);
  // `write` and `finish` throw the error where they are awaited; until then it must not count as unhandled.
  written.catch(() => undefined);
  return {
    write: (lines) => writeLines(gzip ?? file, lines).catch(refuse),
    async finish() {
      (gzip ?? file).end();
      await written.then(() => rename(draft, path)).catch(refuse);
    },
    async discard() {
      file.destroy();
      await rm(draft, { force: true });
    },
  };
}
