import type { Fault } from '../session/calls.ts';
import type { SaveAnswer } from './contracts/save.ts';

type Answer = SaveAnswer | Fault;

/** The presses of a deal's button that are not answered yet. */
interface Presses {
  /** Whether the deal is saved, as far as is known. */
  isSaved: boolean;
  /** Ends when the last call is answered: those of a deal are sent one after the other. */
  answered: Promise<Answer | undefined>;
}

const underWay = new Map<number, Presses>();

/**
 * Sends what a deal's button was pressed for, once the presses before it are answered.
 * @param saved whether it is to be saved; without presses under way, the button showed the opposite
 * @returns the answer, and whether the deal is saved now; undefined when the button was pressed again meanwhile, whose outcome shows instead
 */
export async function sendPress(
  threadid: number,
  saved: boolean,
  send: () => Promise<Answer>,
): Promise<{ answer: Answer; isSaved: boolean } | undefined> {
  const presses: Presses = underWay.get(threadid) ?? { isSaved: !saved, answered: Promise.resolve(undefined) };
  underWay.set(threadid, presses);
  const sent = presses.answered.then(send);
  presses.answered = sent;
  const answer = await sent;
  if ('saved' in answer) presses.isSaved = answer.saved;
  if (presses.answered !== sent) return undefined;
  underWay.delete(threadid);
  return { answer, isSaved: presses.isSaved };
}
