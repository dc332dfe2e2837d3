import type { ErrorAnswer } from '../../lib/answers.ts';
import type { Context } from '../../server/context.ts';
import { Fault } from '../../server/http/fault.ts';
import { noteWrite } from '../../server/http/fresh.ts';
import {
  faulty,
  isPlainForm,
  isText,
  json,
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
import type { LimitName } from '../../server/limits.ts';
import { flash } from './flash.server.ts';
import { readSession, type Session } from './read-session.server.ts';
import { DO_LOG_IN } from './contracts/participation.ts';
import { TOO_MANY } from './messages.ts';

/** A call, with the session of the visitor who makes it. */
export type Visit<C extends Call = FormCall> = C & { session: Session | undefined };
export type MemberVisit<C extends Call = FormCall> = C & { session: Session };

/** The outcome of an action. */
export interface Outcome {
  /** The answer to the site's own script. */
  answer: object;
  /** Where a plain form is redirected to instead. */
  to: string;
  /** The message that is shown on that page. */
  notice?: string;
  /** What that message is about. */
  link?: { path: string; text: string };
  /** Whether the page shows the form again, with what was typed. */
  isAgain?: boolean;
  /** Whether the outcome changes published pages: the visitor then gets these on demand until they are published again. */
  changesPages?: boolean;
  /** Set when it failed: the message to show beside the field it is about. */
  refused?: { message: string; field?: string | undefined };
}

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
  /** Why a member may not do it, whatever is sent. */
  block?: (visit: MemberVisit) => Outcome | undefined;
  /** The largest form that is taken, in bytes. */
  largest?: number;
}

/** As `visitorForm`, for members alone: a guest's plain form leads to the log-in page. */
export function memberForm(
  back: string | ((call: FormCall) => string),
  act: (visit: MemberVisit) => Promise<Outcome>,
  { onGuest = NOT_SIGNED_IN, hasToken = true, confirmation, keep, keepOfEnded, block, largest }: MemberForm = {},
): Endpoint {
  return postedForm((call) => {
    const page = () => (typeof back === 'string' ? back : back(withoutRepeated(call)));
    return toPlainForms(call, page, async () => {
      const session = await readSession(call);
      if (!session) {
        if (!isPlainForm(call)) return onGuest;
        if (keepOfEnded && isText(call.form) && (await keepOfEnded(call))) flash(call, { message: SESSION_ENDED });
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
        if (!session) return isPlainForm(call) ? seeOther(logInPage(back)) : NOT_SIGNED_IN;
        // The token could not be read either.
        if (call.fault?.status === 413) throw call.fault;
        const token = call.form.get('securitytoken');
        requireToken(call, session, typeof token === 'string' ? token : null);
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

const SESSION_ENDED = 'Your session has ended. Log in, and what you typed is there again.';

/** The plain log-in page, which leads back afterwards. */
export const logInPage = (url: string) => `/account/log-in?url=${encodeURIComponent(url)}`;

/** @throws Fault 403 when the token is not that of the session */
function requireToken({ request }: Call, { securitytoken }: Session, field: string | null): void {
  if (!isSameSecret(field ?? request.headers.get('x-security-token') ?? '', securitytoken))
    throw new Fault(403, 'This page is out of date. Please load it again and repeat what you did.');
}

type AnyForm = FormCall | UploadCall;

/** Deletes prefetched pages, which lack what was just written. Browsers that do not know these values ignore them. */
const CLEAR_PREFETCHED = ['Clear-Site-Data', '"prefetchCache", "prerenderCache"'] as const;

async function concluded(call: AnyForm, outcome: Outcome): Promise<Answer> {
  const answer = answerOf(call, outcome);
  if (!outcome.changesPages) return answer;
  await noteWrite(call);
  const response = answer instanceof Response ? answer : json(answer);
  response.headers.set(...CLEAR_PREFETCHED);
  return response;
}

function answerOf(call: AnyForm, { answer, to, notice, link, refused, isAgain = false }: Outcome): object {
  if (!isPlainForm(call)) return answer;
  if (refused) flash(call, { ...refused, refused: true, kept: keptOf(call) });
  else if (notice) flash(call, { message: notice, ...(link && { link }), ...(isAgain && { kept: keptOf(call) }) });
  return seeOther(to);
}

/** Redirects a plain form that failed with a protocol fault to its page, which shows the message. */
async function toPlainForms(call: AnyForm, back: () => string, answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (!isPlainForm(call)) return faulty(error);
    flash(call, { message: error.message, refused: true, kept: keptOf(call) });
    return seeOther(back());
  }
}

/** The largest value that is kept, in bytes of the cookie, of which browsers keep 4,096: only a long note in letters beyond ASCII has more. */
const LARGEST_KEPT = 2_800;

/** Fields that are kept: of accounts, of reports and moderators' forms with the post that they are about, and of how somebody is notified. */
const KEPT = [
  'email',
  'vb_login_username',
  'username',
  'id',
  'postid',
  'reason',
  'author',
  'until',
  'comment',
  'timezone',
  'digesthour',
  'digestday',
  'quietfrom',
  'quietuntil',
  'mostaday',
];

/** What was typed and may be shown in the form again: never a password or a token. */
function keptOf({ form }: AnyForm): Record<string, string> {
  const typed = KEPT.map((name) => [name, form.getAll(name)[0]] as const);
  const texts = typed.filter(
    (pair): pair is readonly [string, string] => typeof pair[1] === 'string' && encodeURIComponent(pair[1]).length <= LARGEST_KEPT,
  );
  return Object.fromEntries(texts);
}

/** Counts an action against a limit. @throws Fault 429 with `Retry-After`, once it was done too often */
export async function limit({ limits }: Context, name: LimitName, key: string | number, message: string = TOO_MANY): Promise<void> {
  const seconds = await limits.take(name, key);
  if (seconds > 0) throw tooMany(seconds, message);
}

const tooMany = (seconds: number, message: string) => new Fault(429, message, { 'Retry-After': String(seconds) });

/** @throws Fault 429 when the queue of passwords to be hashed is full */
export function requireHashed<T>(result: T | undefined): T {
  if (result === undefined) throw tooMany(5, 'Many people are logging in right now. Please try again in a moment.');
  return result;
}
