/** A comparison of everything that a release publishes with what it would be now. */
export class Comparison {
  #left = new Set<string>();
  #size = 0;
  /** Whether the page targets have yet to be listed. */
  #isWanted = false;

  /** Notes that everything is to be compared. */
  want(): void {
    this.#isWanted = true;
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Begins with the names of all page targets. */
  begin(names: Iterable<string>): void {
    this.#left = new Set(names);
    this.#size = this.#left.size;
    this.#isWanted = false;
  }

  /** Notes that a page target was compared. */
  compared(name: string): void {
    this.#left.delete(name);
  }

  /** Whether nothing is left of it. */
  get isDone(): boolean {
    return this.#left.size === 0 && !this.#isWanted;
  }

  get progress(): { done: number; total: number } {
    return { done: this.#size - this.#left.size, total: this.#size };
  }
}
