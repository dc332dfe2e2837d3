import type { Outcome } from './visit.server.ts';

/** The outcome of a form that did what was asked: `success`, and the message that the page `to` shows. */
export const succeeded = (to: string, notice: string): Outcome => ({ answer: { success: true }, to, notice });

/** The outcome of a form that was refused: why, and the field beside which the page `to` shows it. */
export const refusedWith = (to: string, message: string, field?: string): Outcome => ({
  answer: { success: false, ...(field && { field }), message },
  refused: { message, field },
  to,
});
