import type { Interrupted, ProtocolMessage } from './embedded-messages.ts';
import { errorReply, queryText, readyForQuery } from './embedded-protocol.ts';

/** Codes and messages of a PostgreSQL server, where it has one for the case. */
const TIMED_OUT = { code: '57014', message: 'canceling statement due to statement timeout' };
const ABORTED = { code: '25P02', message: 'current transaction is aborted, commands ignored until end of transaction block' };
const DIED = {
  code: '57P02',
  message: 'the embedded database died while this statement ran; it is open again, and whether it was done is not known',
};
const FULL = { code: '53100', message: 'the embedded database has no space left, and stopped amid this statement or its transaction' };
const LOST = { code: '57P02', message: 'the embedded database died amid this transaction, of which nothing was done; it is open again' };
const INTERRUPTED = { overdue: TIMED_OUT, full: FULL, died: DIED } satisfies Record<Interrupted['reason'], object>;

/**
 * The transaction of a client of the embedded database. When the thread of the database ends, an open transaction is lost;
 * its first statement after that fails, and it stays aborted until it is rolled back, as on a server.
 */
export class ClientTransaction {
  #state: 'none' | 'open' | 'lost' | 'aborted' = 'none';
  #loss = LOST;

  /** Takes the state from the answer to a statement. */
  update(messages: ProtocolMessage[]): void {
    const ready = messages.findLast(({ name }) => name === 'readyForQuery');
    this.#state = ready?.status === 'I' ? 'none' : 'open';
  }

  /** Called when the thread of the database has ended. @param isFull whether a full disk is the reason, where that is known */
  lose(isFull = false): void {
    if (this.#state === 'open') this.#state = 'lost';
    this.#loss = isFull ? FULL : LOST;
  }

  /** Returns the answer to a statement within a lost transaction; undefined when the database has to answer. */
  answer(asked: Uint8Array[]): ProtocolMessage[] | undefined {
    const state = this.#state;
    if (state !== 'lost' && state !== 'aborted') return undefined;
    if (asked.some((message) => endsTransaction(message, state))) {
      this.#state = 'none';
      return [{ name: 'commandComplete', text: 'ROLLBACK' }, readyForQuery('I')];
    }
    const error = state === 'lost' ? this.#loss : ABORTED;
    this.#state = 'aborted';
    return [errorReply(error), readyForQuery('E')];
  }

  /** Returns the answer to a statement that ran when its thread ended. The transaction that it was in is aborted by its error. */
  answerInterrupted(reason: Interrupted['reason']): ProtocolMessage[] {
    if (this.#state === 'lost') this.#state = 'aborted';
    return [errorReply(INTERRUPTED[reason]), readyForQuery(this.#state === 'none' ? 'I' : 'E')];
  }
}

/** Whether a statement ends a lost transaction; a first COMMIT does not, for it must not seem to have worked. */
function endsTransaction(message: Uint8Array, state: 'lost' | 'aborted'): boolean {
  const text = queryText(message);
  if (text === undefined) return false;
  return (state === 'lost' ? /^\s*rollback\s*(?:;\s*)?$/i : /^\s*(rollback|commit)\s*(?:;\s*)?$/i).test(text);
}
