import { Fault } from '../../server/http/fault.ts';
import { noteWrite } from '../../server/http/fresh.ts';
import { faulty, isPlainForm, json, seeOther, type Answer, type FormCall, type UploadCall } from '../../server/http/endpoint.ts';
import { flash } from './flash.server.ts';

/** The outcome of an action. */
export interface Outcome {
  /** The answer to the site's own script. */
  answer: object;
  /** Where a plain form is redirected to instead. */
  to: string;
  /** The message that is shown on that page. */
  notice?: string;
  /** Whether the site's own script goes to that page as well, which then says the message to both. */
  isFollowed?: boolean;
  /** What that message is about. */
  link?: { path: string; text: string };
  /** Whether the page shows the form again, with what was typed. */
  isAgain?: boolean;
  /** Whether the outcome changes published pages: the visitor then gets these on demand until they are published again. */
  changesPages?: boolean;
  /** Set when it failed: the message to show beside the field it is about. */
  refused?: { message: string; field?: string | undefined };
}

/** The outcome of a form that did what was asked: `success`, and the message that the page `to` shows. */
export const succeeded = (to: string, notice: string): Outcome => ({ answer: { success: true }, to, notice });

/** The outcome of a form that was refused: why, and the field beside which the page `to` shows it. */
export const refusedWith = (to: string, message: string, field?: string): Outcome => ({
  answer: { success: false, ...(field && { field }), message },
  refused: { message, field },
  to,
});

type AnyForm = FormCall | UploadCall;

/** Deletes prefetched pages, which lack what was just written. Browsers that do not know these values ignore them. */
const CLEAR_PREFETCHED = ['Clear-Site-Data', '"prefetchCache", "prerenderCache"'] as const;

/** The answer to a form: `answer` to the site's own script, and a redirect with the message, if there is one, to a plain form. */
export async function concluded(call: AnyForm, outcome: Outcome): Promise<Answer> {
  const answer = answerOf(call, outcome);
  if (!outcome.changesPages) return answer;
  await noteWrite(call);
  const response = answer instanceof Response ? answer : json(answer);
  response.headers.set(...CLEAR_PREFETCHED);
  return response;
}

function answerOf(call: AnyForm, { answer, to, notice, isFollowed = false, link, refused, isAgain = false }: Outcome): object {
  const isPlain = isPlainForm(call);
  if (!isPlain && !isFollowed) return answer;
  if (refused) flash(call, { ...refused, refused: true, kept: keptOf(call) });
  else if (notice) flash(call, { message: notice, ...(link && { link }), ...(isAgain && { kept: keptOf(call) }) });
  return isPlain ? seeOther(to) : answer;
}

/** Redirects a plain form that failed with a protocol fault to its page, which shows the message. */
export async function toPlainForms(call: AnyForm, back: () => string, answer: () => Promise<Answer>): Promise<Answer> {
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

/** Fields that are kept: of accounts, of reports with the post that they are about, and of how somebody is notified. */
const KEPT = [
  'email',
  'vb_login_username',
  'username',
  'postid',
  'reason',
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
