import type { ErrorAnswer } from '../../lib/answers.ts';
import { Fault } from '../../server/http/fault.ts';
import {
  isPlainForm,
  isText,
  postedForm,
  postedJson,
  postedUpload,
  requireText,
  seeOther,
  type Answer,
  type Call,
  type Endpoint,
  type FormCall,
  type JsonCall,
  type UploadCall,
} from '../../server/http/endpoint.ts';
import { isSameSecret } from '../../server/same-secret.ts';
import { flash } from './flash.server.ts';
import { concluded, toPlainForms, type Outcome } from './outcomes.server.ts';
import { readSession, type Session } from './read-session.server.ts';
import { DO_LOG_IN } from './contracts/participation.ts';
import { GUEST_TOKEN } from './contracts/session.ts';

/** A call, with the session of the visitor who makes it. */
export type Visit<C extends Call = FormCall> = C & { session: Session | undefined };
export type MemberVisit<C extends Call = FormCall> = C & { session: Session };

/**
 * An endpoint for a form that guests and members send. A member has to send the token of the session (contract.md, Rules for every call).
 * @param back the page that a plain form came from, which shows the message when it failed
 * @param confirmation for forms that are also on published pages, without the member's token: the message of `back` after such a plain form
 */
export function visitorForm(
  back: (visit: FormCall) => string,
  act: (visit: Visit) => Promise<Outcome>,
  confirmation: (visit: FormCall) => string | undefined = () => undefined,
): Endpoint {
  return postedForm((call) => {
    const page = () => back(withoutRepeated(call));
    return toPlainForms(call, page, async () => {
      const session = await readSession(call);
      const message = session && isWithoutToken(call) ? confirmation(withoutRepeated(call)) : undefined;
      if (message !== undefined) return concluded(call, { answer: {}, to: page(), notice: message });
      if (session) requireToken(call, session, call.form.get('securitytoken'));
      requireText(call.form);
      return concluded(call, await act({ ...call, session }));
    });
  });
}

/** The call for `back`: even a form that is refused because a field was sent twice must lead to a page. */
const withoutRepeated = (call: FormCall): FormCall => ({ ...call, form: call.form.firstOfEach() });

/** Whether a form is a plain one from a published page. */
const isWithoutToken = (call: FormCall) => isPlainForm(call) && !call.form.has('securitytoken');

export interface MemberForm {
  /** The answer to the site's own script when a guest calls. */
  onGuest?: object;
  /** False for forms that are also on published pages, without the member's token: such a plain form leads to `back` (contract.md). */
  hasToken?: boolean;
  /** What `back` then says to whoever sent it; without it the page says so by itself. */
  confirmation?: string;
  /** Keeps what was typed into a plain form before anything refuses it, so that the page it leads to can show it again. */
  keep?: (visit: MemberVisit) => Promise<void>;
  /** Like `keep`, for a visitor whose session has ended since they loaded the form. @returns whether it was kept */
  keepOfEnded?: (call: FormCall) => Promise<boolean>;
  /** Whether the page is not there for guests: then a guest's plain form is answered 404, unless `keepOfEnded` has kept it. */
  isHidden?: boolean;
  /** Why a member may not do it, whatever is sent. */
  block?: (visit: MemberVisit) => Outcome | undefined;
  /** The largest form that is taken, in bytes. */
  largest?: number;
}

/** As `visitorForm`, for members alone: a guest's plain form leads to the log-in page. */
export function memberForm(
  back: string | ((call: FormCall) => string),
  act: (visit: MemberVisit) => Promise<Outcome>,
  { onGuest = NOT_SIGNED_IN, hasToken = true, confirmation, keep, keepOfEnded, isHidden = false, block, largest }: MemberForm = {},
): Endpoint {
  return postedForm((call) => {
    const page = () => (typeof back === 'string' ? back : back(withoutRepeated(call)));
    return toPlainForms(call, page, async () => {
      const session = await readSession(call);
      if (!session) {
        if (!isPlainForm(call)) return onGuest;
        const isKept = keepOfEnded !== undefined && isText(call.form) && (await keepOfEnded(call));
        if (isHidden && !isKept) return undefined;
        flash(call, { message: isKept ? KEPT : whyLogIn(call.form.get('securitytoken')) });
        return seeOther(logInPage(page()));
      }
      const visit = { ...call, session };
      if (keep && isPlainForm(call) && isText(call.form)) await keep(visit);
      if (!hasToken && isWithoutToken(call)) {
        if (confirmation !== undefined) flash(call, { message: confirmation });
        return seeOther(page());
      }
      requireToken(call, session, call.form.get('securitytoken'));
      const blocked = block?.(visit);
      if (blocked) return concluded(call, blocked);
      requireText(call.form);
      return concluded(call, await act(visit));
    });
  }, largest);
}

/** As `memberForm`, for a form with a file in it. */
export function memberUpload(back: string, act: (visit: MemberVisit<UploadCall>) => Promise<Outcome>): Endpoint {
  return postedUpload((call) =>
    toPlainForms(
      call,
      () => back,
      async () => {
        const session = await readSession(call);
        const field = call.form.get('securitytoken');
        const token = typeof field === 'string' ? field : null;
        if (!session) {
          if (!isPlainForm(call)) return NOT_SIGNED_IN;
          flash(call, { message: whyLogIn(token) });
          return seeOther(logInPage(back));
        }
        // The token could not be read either.
        if (call.fault?.status === 413) throw call.fault;
        requireToken(call, session, token);
        if (call.fault) throw call.fault;
        return concluded(call, await act({ ...call, session }));
      },
    ),
  );
}

/** An endpoint for JSON that guests and members send. */
export function visitorJson(act: (visit: Visit<JsonCall>) => Promise<Answer>): Endpoint {
  return postedJson(async (call, body) => {
    const session = await readSession(call);
    if (session) requireToken(call, session, null);
    return act({ ...call, body: body(), session });
  });
}

/** The answer to a guest who makes a call for members. */
export const NOT_SIGNED_IN = { status: 'error', message: 'Please log in first.', error: DO_LOG_IN } satisfies ErrorAnswer;

const KEPT = 'Your session has ended. Log in, and what you typed is there again.';
const SESSION_ENDED = 'Your session has ended, and nothing was changed. Log in to do it again.';

/** What the log-in page says after a plain form: one with a member's token comes from a session that has ended. */
const whyLogIn = (token: string | null) => (token === null || token === GUEST_TOKEN ? NOT_SIGNED_IN.message : SESSION_ENDED);

/**
 * The outcome of what only members may do: a plain form leads to the log-in page, which says why, and then back.
 * @param answer to the site's own script
 * @param page where the form was; with what was typed when `isKept`
 */
export const logInFirst = ({ form }: FormCall, answer: object, page: string, isKept = false): Outcome => {
  const why = whyLogIn(form.get('securitytoken'));
  return { answer, to: logInPage(page), notice: isKept && why === SESSION_ENDED ? KEPT : why };
};

/** The plain log-in page, which leads back afterwards. */
export const logInPage = (url: string) => `/account/log-in?url=${encodeURIComponent(url)}`;

/** @throws Fault 403 when the token is not that of the session */
function requireToken({ request }: Call, { securitytoken }: Session, field: string | null): void {
  if (!isSameSecret(field ?? request.headers.get('x-security-token') ?? '', securitytoken))
    throw new Fault(403, 'This page is out of date. Please load it again and repeat what you did.');
}
