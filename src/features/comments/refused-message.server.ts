import type { Outcome } from '../session/outcomes.server.ts';
import type { PostAnswer } from './contracts/reply.ts';

/** The outcome of a form whose message cannot be posted; the page `to` shows the fault beside it. */
export function refusedMessage(fault: string, to: string): Outcome {
  const answer: PostAnswer = { field: 'message', message: fault };
  return { answer, refused: { message: fault, field: 'message' }, to };
}
