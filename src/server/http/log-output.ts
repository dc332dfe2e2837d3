import { fstatSync, write } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Characters that are buffered before they are written. */
const BATCH = 16_000;
/** How long a line is buffered at most, and the pause before a failed write is tried again. */
const FLUSH_MS = 500;
/** The most characters that may be buffered; further lines are lost, and counted. */
const MOST_WAITING = 1024 * 1024;

/** Writes a part of the log; returns how many bytes were written, or why none were. */
export type WriteTo = (bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => void;

/**
 * Writes lines in batches, without ever blocking: if the output is full, slow or gone, the site
 * goes on. As soon as lines can be written again, one reports how many were lost.
 */
export class LogOutput {
  readonly #to: WriteTo;
  readonly #timer: NodeJS.Timeout;
  #waiting = '';
  /** The part of the current batch that is not written yet. */
  #rest = Buffer.alloc(0);
  #isWriting = false;
  /** Whether the last write failed and the next try is not due yet. */
  #failed = false;
  #why = 'whoever reads it is too slow';
  #lost = 0;
  #onEnd: (() => void) | undefined;

  constructor(to: WriteTo) {
    this.#to = to;
    this.#timer = setInterval(() => {
      this.#failed = false;
      this.#writeOn();
    }, FLUSH_MS).unref();
  }

  /** @param line with the line break at its end */
  write(line: string): void {
    if (this.#waiting.length + line.length > MOST_WAITING) {
      this.#lost++;
      return;
    }
    this.#waiting += line;
    if (this.#waiting.length >= BATCH) this.#writeOn();
  }

  /** Writes what is buffered, unless that fails or takes longer than so many milliseconds. */
  async end(limit: number): Promise<void> {
    clearInterval(this.#timer);
    const ended = new Promise<void>((resolve) => (this.#onEnd = resolve));
    this.#failed = false;
    this.#writeOn();
    await Promise.race([ended, delay(limit)]);
  }

  #writeOn(): void {
    if (this.#isWriting || this.#failed) return;
    if (this.#rest.length === 0) this.#rest = Buffer.from(this.#take());
    if (this.#rest.length === 0) return this.#onEnd?.();
    this.#isWriting = true;
    this.#to(this.#rest, (error, written) => {
      this.#isWriting = false;
      if (error) {
        this.#failed = true;
        this.#why = error.code ?? error.message;
        return this.#onEnd?.();
      }
      this.#rest = this.#rest.subarray(written);
      if (this.#rest.length > 0 || this.#waiting.length >= BATCH || this.#onEnd) this.#writeOn();
    });
  }

  /** Everything that is buffered, followed by a line about lost ones. */
  #take(): string {
    const [lines, lost] = [this.#waiting, this.#lost];
    this.#waiting = '';
    this.#lost = 0;
    if (lost === 0) return lines;
    const report = { level: 40, time: new Date().toISOString(), lost, msg: `lines of the log were lost: ${this.#why}` };
    return `${lines}${JSON.stringify(report)}\n`;
  }
}

/**
 * Writes to the standard output. For a pipe, Node's stream is used, which never blocks; a file is written by another
 * thread, so that only that one blocks.
 */
export function toStandardOutput(): WriteTo {
  const { fd } = process.stdout;
  const kind = fstatSync(fd);
  if (kind.isFIFO() || kind.isSocket()) return (bytes, done) => process.stdout.write(bytes, (error) => done(error ?? null, bytes.length));
  return (bytes, done) => write(fd, bytes, done);
}
