/** A statement of a client of the embedded database: the number of the client, and the id of what it asked. */
export interface Asked {
  client: number;
  id: number;
}

const SLOTS = { turn: 0, deadline: 1, client: 2, id: 3 };
const NEVER = 2n ** 62n;

/**
 * What runs on the embedded database right now, in memory that its thread shares with the thread that watches it: while a
 * statement runs, its own thread hears and says nothing. Turns are counted: odd while something runs, and below 0
 * once that is condemned, so that of "it has ended" and "it ends now" only one can come true.
 */
export class Running {
  readonly shared: SharedArrayBuffer;
  readonly #slots: BigInt64Array;

  constructor(shared = new SharedArrayBuffer(Object.keys(SLOTS).length * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#slots = new BigInt64Array(shared);
  }

  /** Notes that a statement begins, which gets so many milliseconds; 0 means as many as it needs. */
  begin({ client, id }: Asked, limitMs: number): void {
    this.#slots[SLOTS.deadline] = limitMs > 0 ? process.hrtime.bigint() + BigInt(Math.ceil(limitMs * 1e6)) : NEVER;
    this.#slots[SLOTS.client] = BigInt(client);
    this.#slots[SLOTS.id] = BigInt(id);
    Atomics.add(this.#slots, SLOTS.turn, 1n);
  }

  /** Notes that it has ended; once condemned, the thread does nothing more and waits for its end. */
  end(): void {
    const turn = Atomics.load(this.#slots, SLOTS.turn);
    const found = Atomics.compareExchange(this.#slots, SLOTS.turn, turn, turn + 1n);
    if (found < 0n) Atomics.wait(this.#slots, SLOTS.turn, found);
  }

  /** Condemns what has run for longer than it may: whoever is told must end the thread. */
  condemn(): Asked | undefined {
    const turn = Atomics.load(this.#slots, SLOTS.turn);
    if (turn < 0n || turn % 2n === 0n) return undefined;
    const [, , client, id] = this.#slots;
    if (process.hrtime.bigint() < Atomics.load(this.#slots, SLOTS.deadline)) return undefined;
    if (Atomics.compareExchange(this.#slots, SLOTS.turn, turn, -turn) !== turn) return undefined;
    return { client: Number(client), id: Number(id) };
  }

  /** What ran when the thread died. */
  asked(): Asked | undefined {
    const turn = Atomics.load(this.#slots, SLOTS.turn);
    return turn % 2n === 0n ? undefined : { client: Number(this.#slots[SLOTS.client]), id: Number(this.#slots[SLOTS.id]) };
  }
}
