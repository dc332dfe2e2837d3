import { fstatSync, write } from 'node:fs';
import { setTimeout as passes } from 'node:timers/promises';

/** Characters that are gathered before they are written. */
const BATCH = 16_000;
/** How long a line waits for others at most, and how often is tried again what could not be written. */
const FLUSH_MS = 500;
/** So many characters may wait for being written; what comes on top of them is lost, and counted. */
const MOST_WAITING = 1024 * 1024;

/** Writes a part of the log; returns how many bytes were written, or why none were. */
export type WriteTo = (bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => void;

/**
 * Takes lines and writes them in batches, never waiting for it: where they go may be full, slow or gone, and the site
 * goes on. A line reports what was lost as soon as lines can be written again.
 */
export class LogOutput {
  readonly #to: WriteTo;
  readonly #timer: NodeJS.Timeout;
  #waiting = '';
  /** What is being written, as far as it is not out. */
  #rest = Buffer.alloc(0);
  #isWriting = false;
  /** Whether the last try failed and it is not time yet for the next one. */
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

  /** Writes what waits, unless that cannot be done or takes longer than so many milliseconds. */
  async end(limit: number): Promise<void> {
    clearInterval(this.#timer);
    const ended = new Promise<void>((resolve) => (this.#onEnd = resolve));
    this.#failed = false;
    this.#writeOn();
    await Promise.race([ended, passes(limit)]);
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

  /** Everything that waits, with a line about what was lost after it. */
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
 * The standard output. A pipe goes through Node's own stream, which never blocks; what is written to a file in another
 * thread blocks only that one.
 */
export function toStandardOutput(): WriteTo {
  const { fd } = process.stdout;
  const kind = fstatSync(fd);
  if (kind.isFIFO() || kind.isSocket()) return (bytes, done) => process.stdout.write(bytes, (error) => done(error ?? null, bytes.length));
  return (bytes, done) => write(fd, bytes, done);
}
