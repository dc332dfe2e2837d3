import type { ProtocolMessage } from './embedded-messages.ts';
import { preparesNamed, statementName, SYNC } from './embedded-protocol.ts';

/** The named statements that a client has prepared: a new thread does not have them. */
export class PreparedStatements {
  readonly #prepared = new Map<string, Uint8Array>();

  /** Keeps what a request prepared. @param sent its messages @param answered what the database answered */
  note(sent: Uint8Array[], answered: ProtocolMessage[]): void {
    const prepares = sent.find(preparesNamed);
    if (prepares && answered.some(({ name }) => name === 'parseComplete')) this.#prepared.set(statementName(prepares), prepares);
  }

  /** Returns the request that prepares all of them again; undefined when there are none. */
  again(): Uint8Array | undefined {
    if (this.#prepared.size === 0) return undefined;
    return Buffer.concat([...this.#prepared.values()].flatMap((parse) => [parse, SYNC]));
  }
}
