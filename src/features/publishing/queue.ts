/** How soon a place is wanted: the lower, the sooner. */
export const URGENCY = { own: 0, list: 1, neighbour: 2, quiet: 3, whole: 4, sitemap: 5 } as const;

/** How long a place waits for more changes, by its urgency: a page is made at most once in this time. */
const WAIT_MS: Record<number, number> = { [URGENCY.quiet]: 3_000, [URGENCY.sitemap]: 10_000 };
export const NOW = 0;
/** How long after a failure a place is tried again. */
export const RETRY_MS = 30_000;

/** Places that are to be made, each once, however often it was asked for. */
export class Queue {
  /** By urgency, then by name: when each is to be made. */
  readonly #at: Map<string, number>[] = Object.values(URGENCY).map(() => new Map<string, number>());

  /** @param wait milliseconds until it is to be made; by its urgency unless given */
  add(name: string, urgency: number, wait: number = WAIT_MS[urgency] ?? NOW): void {
    const known = this.#at.findIndex((places) => places.has(name));
    const at = Math.min(performance.now() + wait, this.#at[known]?.get(name) ?? Infinity);
    this.#at[known]?.delete(name);
    this.#at[known === -1 ? urgency : Math.min(known, urgency)]!.set(name, at);
  }

  /** Takes the most urgent places whose time has come, those of one urgency in the order they came. */
  take(most: number): string[] {
    const now = performance.now();
    const taken: string[] = [];
    for (const [urgency, places] of this.#at.entries()) {
      // What is wanted at once does not wait for company.
      if (taken.length > 0 && urgency > URGENCY.list) break;
      for (const [name, at] of places) {
        if (taken.length === most) return taken;
        if (at > now) continue;
        places.delete(name);
        taken.push(name);
      }
    }
    return taken;
  }

  /** Whether a place of this urgency, or more urgent, is to be made. */
  has(urgency: number): boolean {
    return this.#at.slice(0, urgency + 1).some((places) => places.size > 0);
  }

  /** Milliseconds until the next place is to be made; Infinity when there is none. */
  wait(): number {
    let next = Infinity;
    for (const places of this.#at) for (const at of places.values()) next = Math.min(next, at);
    return Math.max(0, next - performance.now());
  }

  /** Makes everything due at once. */
  hurry(): void {
    for (const places of this.#at) for (const name of places.keys()) places.set(name, 0);
  }
}
