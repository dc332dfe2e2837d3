import type { PendingHandler } from '../accounts/pending-action.ts';
import { saveForms, threadIdOfForm } from './buttons.ts';

/** Presses the button that a guest pressed before signing in, unless the deal is saved already. */
export const resumeSave: PendingHandler<'save'> = ({ threadid }) =>
  saveForms()
    .find((form) => threadIdOfForm(form) === threadid)
    ?.querySelector<HTMLButtonElement>('button[value="1"]')
    ?.click();
