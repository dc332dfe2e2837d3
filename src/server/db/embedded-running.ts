import type { StatementId } from './embedded-messages.ts';

const SLOTS = { sequence: 0, deadline: 1, client: 2, id: 3 };
const NEVER = 2n ** 62n;

/**
 * The statement that the embedded database is running, in memory shared between its thread and the one that watches it: while a
 * statement runs, its thread can neither receive nor send messages. The sequence number is odd while a statement runs, and
 * negative once that has expired, so that a statement either ends or expires, never both.
 */
export class Running {
  readonly shared: SharedArrayBuffer;
  readonly #slots: BigInt64Array;

  constructor(shared = new SharedArrayBuffer(Object.keys(SLOTS).length * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#slots = new BigInt64Array(shared);
  }

  /** Called when a statement begins, which may run for so many milliseconds; 0 means without limit. */
  begin({ client, id }: StatementId, limitMs: number): void {
    this.#slots[SLOTS.deadline] = limitMs > 0 ? process.hrtime.bigint() + BigInt(Math.ceil(limitMs * 1e6)) : NEVER;
    this.#slots[SLOTS.client] = BigInt(client);
    this.#slots[SLOTS.id] = BigInt(id);
    Atomics.add(this.#slots, SLOTS.sequence, 1n);
  }

  /** Called when it has ended. When it has expired meanwhile, this blocks until the thread is ended. */
  end(): void {
    const sequence = Atomics.load(this.#slots, SLOTS.sequence);
    const found = Atomics.compareExchange(this.#slots, SLOTS.sequence, sequence, sequence + 1n);
    if (found < 0n) Atomics.wait(this.#slots, SLOTS.sequence, found);
  }

  /** Marks a statement that has run for longer than it may as expired. @returns it; the caller has to end the thread then */
  expire(): StatementId | undefined {
    const sequence = Atomics.load(this.#slots, SLOTS.sequence);
    if (sequence < 0n || sequence % 2n === 0n) return undefined;
    const [, , client, id] = this.#slots;
    if (process.hrtime.bigint() < Atomics.load(this.#slots, SLOTS.deadline)) return undefined;
    if (Atomics.compareExchange(this.#slots, SLOTS.sequence, sequence, -sequence) !== sequence) return undefined;
    return { client: Number(client), id: Number(id) };
  }

  /** Returns the statement that runs, or that ran when the thread died. */
  current(): StatementId | undefined {
    const sequence = Atomics.load(this.#slots, SLOTS.sequence);
    return sequence % 2n === 0n ? undefined : { client: Number(this.#slots[SLOTS.client]), id: Number(this.#slots[SLOTS.id]) };
  }
}
