import type { Endpoint } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { MESSAGES } from '../accounts/messages.ts';
import { memberForm, type MemberForm, type MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { GonePost, RejectedAction } from './rejected-action.ts';

interface ModeratorForm extends MemberForm {
  /** The page that shows the message when the form's subject no longer exists and has no successor; otherwise the page that the form was on does. */
  list?: string;
}

/**
 * Makes the endpoint of a form for moderators who have logged in recently; all others are answered 403. Where `act` throws
 * `RejectedAction`, nothing was done, and the form says why.
 * @param pageOf the page that the form was on
 */
export const moderatorForm = (
  pageOf: (visit: Pick<MemberVisit, 'form'>) => string,
  act: (visit: MemberVisit) => Promise<Outcome>,
  { list, ...options }: ModeratorForm = {},
): Endpoint =>
  memberForm(
    pageOf,
    async (visit) => {
      if (!visit.session.isModerator) throw new Fault(403, 'This is for moderators.');
      if (!visit.session.isFresh) return rejected(pageOf(visit), MESSAGES.logInAgain);
      try {
        return await act(visit);
      } catch (error) {
        if (error instanceof GonePost) return rejected(error.successor ?? list ?? pageOf(visit), error.message);
        if (error instanceof RejectedAction) {
          const { message, field } = error;
          return { ...rejected(pageOf(visit), message), refused: { message, field } };
        }
        throw error;
      }
    },
    options,
  );

/** The outcome of a form that did nothing: why, and the field it is about. */
export const rejected = (to: string, message: string, field?: string): Outcome => ({
  answer: field === undefined ? { error: message } : { field, message },
  refused: { message, field },
  to,
});

/** The outcome of a form that changed what pages show. @param link to what the message is about */
export const decided = (to: string, message: string, link?: Outcome['link']): Outcome => ({
  answer: { success: true, message },
  to,
  notice: message,
  ...(link && { link }),
  changesPages: true,
});
