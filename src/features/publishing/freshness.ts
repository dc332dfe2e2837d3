/** How far a release is behind the journal. */
export class Freshness {
  /** When the journal was last read: by the database's clock in milliseconds, and by our own. */
  #read = { moment: 0, at: 0 };
  /** Names of page targets with unpublished changes, each with the moment up to which its changes are published; the oldest first. */
  readonly #behind = new Map<string, number>();

  /** Notes that the journal was read until a moment of the database's clock, and which page targets are behind since. */
  readUntil(moment: number, changed: string[] = []): void {
    for (const name of changed) if (!this.#behind.has(name)) this.#behind.set(name, this.#read.moment);
    this.#read = { moment, at: performance.now() };
  }

  /** Notes that a page target was published. */
  published(name: string): void {
    this.#behind.delete(name);
  }

  /** Milliseconds since the journal was last read. */
  get age(): number {
    return performance.now() - this.#read.at;
  }

  /** Until when all that was written is published, in milliseconds of the database's clock. */
  get publishedUntil(): number {
    const [oldest] = this.#behind.values();
    return oldest ?? this.#read.moment;
  }
}
