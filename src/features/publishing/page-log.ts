import { fstatSync, ftruncateSync, openSync, readFileSync, renameSync, statSync, writeFileSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../lib/is-record.ts';
import { parseStored } from '../../lib/parse-stored.ts';
import type { Position } from './journal.server.ts';
import type { PageFile } from './page-files.ts';

/** What is published of a page target: each address and its file. */
export type PublishedFiles = [address: string, file: PageFile][];

/** What a line says, in this order: how far the journal was read, what is therefore to be done, and what was done. */
interface Line {
  position?: Position;
  /** Digest of what is around every page. */
  shell?: string;
  /** The day, as `YYYY-MM-DD`, until which histories of prices go. */
  day?: string;
  due?: string[];
  /** What is due only because the day is another one. */
  aged?: string[];
  /** By the targets' names; a target without addresses is no longer published. */
  targets?: Record<string, PublishedFiles>;
  done?: string[];
}

/** Its name in the release's folder. */
export const LOG_FILE = 'pages.jsonl';
/** A log with more lines than this, and than two for each target, is rewritten as one line. */
const MANY_LINES = 2_000;

/**
 * What a release publishes and what it has yet to publish, as an append-only log: after a crash at any
 * point it says what was done, and the rest is done again.
 */
export class PageLog {
  readonly #path: string;
  #file: number;
  #length: number;
  #lines = 0;
  #unwritten: string[] = [];
  #position: Position | undefined;
  #shell = '';
  #day = '';
  readonly #targets = new Map<string, PublishedFiles>();
  readonly #due = new Set<string>();
  readonly #aged = new Set<string>();

  /** Opens the log of a release; a line that was cut short and all after it are left out. */
  constructor(release: string) {
    this.#path = join(release, LOG_FILE);
    this.#file = openSync(this.#path, 'a+');
    const text = readFileSync(this.#path, 'utf8');
    this.#length = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', this.#length)) {
      const line = parse(text.slice(this.#length, end));
      if (!line) break;
      this.#apply(line);
      this.#length = end + 1;
      this.#lines++;
    }
    this.#length = Buffer.byteLength(text.slice(0, this.#length));
    ftruncateSync(this.#file, this.#length);
    this.#gatherWhenMany();
  }

  /** Whether it is still the log in the release's folder: a folder may be moved away, or its disk unmounted, while a site runs on it. */
  get isInPlace(): boolean {
    const there = statSync(this.#path, { throwIfNoEntry: false });
    const { dev, ino } = fstatSync(this.#file);
    return there?.dev === dev && there.ino === ino;
  }

  get position(): Position | undefined {
    return this.#position;
  }

  get shell(): string {
    return this.#shell;
  }

  /** Empty before the first one. */
  get day(): string {
    return this.#day;
  }

  /** By the targets' names. */
  get targets(): ReadonlyMap<string, PublishedFiles> {
    return this.#targets;
  }

  /** Names of page targets, and `everything`, that are to be published. */
  get due(): ReadonlySet<string> {
    return this.#due;
  }

  /** Those of them that are due only because the day is another one: their pages may be shown until then. */
  get aged(): ReadonlySet<string> {
    return this.#aged;
  }

  /**
   * Adds a line. What the disk does not take is kept and written with the next one; a restart in between finds the state
   * before it, and does again what is missing.
   * @returns whether the disk took it
   */
  add(line: Line): boolean {
    this.#apply(line);
    this.#unwritten.push(`${JSON.stringify(line)}\n`);
    const bytes = Buffer.from(this.#unwritten.join(''));
    try {
      // An earlier try may have left part of a line. That goes first here: on a disk that is read-only now, it could not go when it failed.
      ftruncateSync(this.#file, this.#length);
      for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written);
    } catch {
      return false;
    }
    this.#length += bytes.length;
    this.#lines += this.#unwritten.length;
    this.#unwritten = [];
    this.#gatherWhenMany();
    return true;
  }

  close(): void {
    closeSync(this.#file);
  }

  #apply({ position, shell, day, due = [], aged = [], targets = {}, done = [] }: Line): void {
    if (position) this.#position = position;
    if (shell !== undefined) this.#shell = shell;
    if (day !== undefined) this.#day = day;
    for (const name of due) {
      this.#due.add(name);
      this.#aged.delete(name);
    }
    for (const name of aged) {
      if (!this.#due.has(name)) this.#aged.add(name);
      this.#due.add(name);
    }
    for (const [name, published] of Object.entries(targets)) {
      if (published.length > 0) this.#targets.set(name, published);
      else this.#targets.delete(name);
    }
    for (const name of done) {
      this.#due.delete(name);
      this.#aged.delete(name);
    }
  }

  #gatherWhenMany(): void {
    if (this.#lines < MANY_LINES + 2 * this.#targets.size) return;
    const line: Line = {
      shell: this.#shell,
      day: this.#day,
      due: [...this.#due].filter((name) => !this.#aged.has(name)),
      aged: [...this.#aged],
      targets: Object.fromEntries(this.#targets),
    };
    if (this.#position) line.position = this.#position;
    const beside = `${this.#path}.new`;
    const text = `${JSON.stringify(line)}\n`;
    try {
      writeFileSync(beside, text);
      renameSync(beside, this.#path);
    } catch {
      // The long log says the same, and the next line tries again.
      return;
    }
    closeSync(this.#file);
    this.#file = openSync(this.#path, 'a');
    this.#length = Buffer.byteLength(text);
    this.#lines = 1;
  }
}

/** Only this file writes there, and what was cut short is no JSON. */
const isLine = (json: unknown): json is Line & { places?: Line['targets'] } => isRecord(json);

/** Earlier versions wrote `places` for `targets`; a rollback opens their releases. */
function parse(text: string): Line | undefined {
  try {
    const read = parseStored(text, isLine);
    if (!read) return undefined;
    const { places, ...line } = read;
    return places ? { ...line, targets: places } : line;
  } catch {
    return undefined;
  }
}
