import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeRefusal } from '../lib/write-refusal.ts';

interface ExportTarget {
  write(lines: string[]): Promise<void>;
  /** Makes the file appear, whole. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/**
 * Where an export goes: the standard output, or a file (compressed when it ends in `.gz`), which appears once it is whole.
 * @throws Refused when there can be no such file; `write` and `finish` do too
 */
export async function exportTarget(path: string | undefined): Promise<ExportTarget> {
  const refuse = (error: unknown) => {
    throw writeRefusal(error, path ?? 'Standard output', 'you');
  };
  if (path === undefined) {
    return {
      write: (lines) => writeLines(process.stdout, lines).catch(refuse),
      finish: async () => undefined,
      discard: async () => undefined,
    };
  }
  const draft = `${path}.${process.pid}.part`;
  const unwatch = removeAtSignals(draft);
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
      unwatch();
    },
    async discard() {
      file.destroy();
      await rm(draft, { force: true });
      unwatch();
    },
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes an unfinished file when a signal ends the process. A command that can be stopped handles signals itself, and discards its file.
 * @returns a function that ends this
 */
function removeAtSignals(path: string): () => void {
  const remove = (signal: (typeof SIGNALS)[number]) => {
    if (process.listenerCount(signal) > 1) return;
    rmSync(path, { force: true });
    process.off(signal, remove);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, remove);
  return () => SIGNALS.forEach((signal) => process.off(signal, remove));
}

async function writeLines(stream: Writable, lines: string[]): Promise<void> {
  const hasRoom = lines.length === 0 || stream.write(`${lines.join('\n')}\n`);
  // Standard output exposes its error only at this moment, and may never emit `drain` afterwards.
  if (stream.errored) throw stream.errored;
  if (!hasRoom) await once(stream, 'drain');
}
