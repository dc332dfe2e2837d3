import { required } from '../../lib/required.ts';

/**
 * Urgencies of targets, the most urgent one first. What many changes at once affect comes after what a few do, so that an edit does not wait
 * for an import. What failed comes last, so that it does not block others.
 */
export const URGENCY = {
  own: 0,
  list: 1,
  neighbour: 2,
  quiet: 3,
  listsOfMany: 4,
  many: 5,
  whole: 6,
  sitemap: 7,
  reputation: 8,
  aged: 9,
  failed: 10,
} as const;

/** How long a target waits for more changes, by its urgency: a page is made at most once in this time. */
const WAIT_MS: Record<number, number> = { [URGENCY.quiet]: 3_000, [URGENCY.sitemap]: 10_000, [URGENCY.reputation]: 60_000 };
export const NO_WAIT = 0;
/** How long after a failure a target is tried again. */
export const RETRY_MS = 30_000;

/** How many targets are made in one step, by their urgency: a more urgent one that is added meanwhile waits for them. */
const IN_A_TURN: Record<number, number> = {
  [URGENCY.own]: 12,
  [URGENCY.list]: 12,
  [URGENCY.listsOfMany]: 12,
  [URGENCY.many]: 12,
  [URGENCY.whole]: 12,
  [URGENCY.aged]: 12,
};
const FEW = 4;
/** How many are made in one step when all are equally urgent. */
const MANY = 512;

/** The page targets that are due, each once, however often it was added. */
export class Queue {
  readonly #isAlone: boolean;
  /** By urgency, then by name: when each is to be made. */
  readonly #at: Map<string, number>[] = Object.values(URGENCY).map(() => new Map<string, number>());

  /** @param isAlone whether all targets are equally urgent, as while a site is built */
  constructor(isAlone = false) {
    this.#isAlone = isAlone;
  }

  /** @param wait milliseconds until it is to be made; by its urgency unless given */
  add(name: string, urgency: number, wait: number = WAIT_MS[urgency] ?? NO_WAIT): void {
    const known = this.#at.findIndex((targets) => targets.has(name));
    const at = Math.min(performance.now() + wait, this.#at[known]?.get(name) ?? Infinity);
    this.#at[known]?.delete(name);
    required(this.#at[known === -1 ? urgency : Math.min(known, urgency)], 'the urgency').set(name, at);
  }

  /**
   * Takes targets of the highest urgency that are to be made now, in the order they came, as many as are made in one step.
   * @param least the least urgent ones that are taken
   * @returns no names when there are none
   */
  take(least: number = URGENCY.failed): { names: string[]; urgency: number } {
    const now = performance.now();
    for (const [urgency, targets] of this.#at.slice(0, least + 1).entries()) {
      const most = this.#isAlone ? MANY : (IN_A_TURN[urgency] ?? FEW);
      const names: string[] = [];
      for (const [name, at] of targets) {
        if (names.length === most) break;
        if (at > now) continue;
        targets.delete(name);
        names.push(name);
      }
      if (names.length > 0) return { names, urgency };
    }
    return { names: [], urgency: least };
  }

  /** Whether a target of this urgency, or more urgent, is to be made. */
  has(urgency: number): boolean {
    return this.#at.slice(0, urgency + 1).some((targets) => targets.size > 0);
  }

  /** How many targets there are of these urgencies and those between them. */
  count(from: number, to: number): number {
    return this.#at.slice(from, to + 1).reduce((sum, targets) => sum + targets.size, 0);
  }

  /** Milliseconds until the next target is to be made; Infinity when there is none. */
  wait(): number {
    let next = Infinity;
    for (const targets of this.#at) for (const at of targets.values()) next = Math.min(next, at);
    return Math.max(0, next - performance.now());
  }

  /** Makes everything due at once. */
  flush(): void {
    for (const targets of this.#at) for (const name of targets.keys()) targets.set(name, 0);
  }
}
