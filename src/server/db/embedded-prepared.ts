import type { ProtocolMessage } from './embedded-messages.ts';
import { boundStatement, preparesNamed, statementName } from './embedded-protocol.ts';

/** The named statements that a client has prepared. A new thread does not have them, and prepares each again when it is next run. */
export class PreparedStatements {
  readonly #prepared = new Map<string, Uint8Array>();
  /** Those that the current thread lacks. */
  readonly #missing = new Set<string>();

  /** Called when another thread has taken over. */
  lose(): void {
    for (const name of this.#prepared.keys()) this.#missing.add(name);
  }

  /**
   * Returns the messages of a request, with one in front that prepares again what it runs, where the thread lacks that. Not all are prepared
   * at once when a thread begins: a statement on a temporary table can be prepared only while there is that table.
   */
  complete(sent: Uint8Array[]): Uint8Array[] {
    const name = sent.map(boundStatement).find((bound) => bound !== undefined && this.#missing.has(bound));
    const prepares = name === undefined ? undefined : this.#prepared.get(name);
    return prepares ? [prepares, ...sent] : sent;
  }

  /** Keeps what a request prepared. @param sent its messages, as `complete` returned them @param answered what the database answered */
  note(sent: Uint8Array[], answered: ProtocolMessage[]): void {
    const prepares = sent.find(preparesNamed);
    if (!prepares || !answered.some(({ name }) => name === 'parseComplete')) return;
    const name = statementName(prepares);
    this.#prepared.set(name, prepares);
    this.#missing.delete(name);
  }
}
