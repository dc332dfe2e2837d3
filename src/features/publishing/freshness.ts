/** Before anything was written; 0 is a moment that is not known yet. */
const LONG_AGO = 1;

/** How far a release is behind the journal. */
export class Freshness {
  /** When the journal was last read: by the database's clock in milliseconds, and by our own. */
  #read = { moment: 0, at: 0 };
  /** Names of page targets with unpublished changes, each with the moment up to which its changes are published. */
  readonly #behind = new Map<string, number>();

  /**
   * Notes that the journal was read until a moment of the database's clock, and which page targets are behind since. When that clock was put
   * back, moments of before are yet to come: what is behind since then is behind since long ago.
   */
  readUntil(moment: number, changed: string[] = []): void {
    if (moment < this.#read.moment) {
      this.#read.moment = LONG_AGO;
      for (const name of this.#behind.keys()) this.#behind.set(name, LONG_AGO);
    }
    for (const name of changed) if (!this.#behind.has(name)) this.#behind.set(name, this.#read.moment);
    this.#read = { moment, at: performance.now() };
  }

  /** Notes that these page targets are behind for as long as that one, which stood for them while they were being found. */
  alsoBehind(name: string, found: string[]): void {
    const since = this.#behind.get(name) ?? this.#read.moment;
    for (const one of found) this.#behind.set(one, Math.min(since, this.#behind.get(one) ?? since));
  }

  /** Notes that a page target was published. */
  published(name: string): void {
    this.#behind.delete(name);
  }

  /** Milliseconds since the journal was last read. */
  get age(): number {
    return performance.now() - this.#read.at;
  }

  /** Until when all that was written is published, in milliseconds of the database's clock; 0 when that is not known yet. */
  get publishedUntil(): number {
    let until = this.#read.moment;
    for (const moment of this.#behind.values()) until = Math.min(until, moment);
    return until;
  }
}
