import { findServer } from '../../support/postgres.ts';
import { fillEmbedded, fillKept, fillServer, type Filled } from './filled.ts';

/** Catalogues by their deals: each is filled when a part first asks for it, and stays open for the others. */
export class Catalogues {
  readonly #filled = new Map<string, Promise<Filled>>();
  /** Undefined where there is no server to be had. */
  readonly #server = findServer();
  readonly #kept: string | undefined;

  /** @param kept a PostgreSQL database that is filled once and never removed, for those who do not mind which database it is */
  constructor(kept: string | undefined) {
    this.#kept = kept;
  }

  embedded(deals: number): Promise<Filled> {
    return this.#once(`embedded ${deals}`, () => fillEmbedded(deals));
  }

  /** On a PostgreSQL server; undefined where there is none. */
  async onServer(deals: number): Promise<Filled | undefined> {
    const server = await this.#server;
    return server && this.#once(`server ${deals}`, () => fillServer(server, deals));
  }

  /** On whatever database there is, PostgreSQL rather than the embedded one. */
  async anywhere(deals: number): Promise<Filled> {
    const kept = this.#kept;
    if (kept) return this.#once('kept', () => fillKept(kept, deals));
    return (await this.onServer(deals)) ?? this.embedded(deals);
  }

  async close(): Promise<void> {
    for (const filling of this.#filled.values()) await filling.then((filled) => filled.close()).catch(() => undefined);
    await (await this.#server)?.stop();
  }

  #once(key: string, fill: () => Promise<Filled>): Promise<Filled> {
    const filling = this.#filled.get(key) ?? fill();
    this.#filled.set(key, filling);
    return filling;
  }
}
