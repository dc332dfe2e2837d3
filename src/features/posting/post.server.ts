import { OWN_POSTS } from '../../lib/community-paths.ts';
import { readId } from '../../lib/exact-params.ts';
import { keysOf } from '../../lib/keyed.ts';
import { LARGEST_MESSAGE_FORM } from '../../server/http/body.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { fieldsOf, requireFields } from '../../server/http/fields.ts';
import { accountOf } from '../accounts/account.server.ts';
import { DO_LOG_IN } from '../session/contracts/participation.ts';
import { participationBlock } from '../session/participation-block.ts';
import { limit } from '../session/limit.server.ts';
import { memberForm, type MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { checkPost } from './check.server.ts';
import { checkCall, type CheckAnswer } from './contracts/check.ts';
import type { PostFault } from './contracts/fields.ts';
import { previewCall, type PreviewAnswer } from './contracts/preview.ts';
import { submitCall, type SubmitAnswer } from './contracts/submit.ts';
import { dropPostDraft, savePostDraft } from './drafts.server.ts';
import { CHECKED_OFTEN } from './form.server.ts';
import { normalizeFields, readPost } from './read-post.server.ts';
import { isKeyOfOtherMember, ownerKeyIn, readFormOwner } from '../session/form-owner.server.ts';
import { changePost, formAddress, sendAgain, submitPost, type FormOf, type SentPost } from './submit.server.ts';

/** Which submission the form is about, by its ids. */
const formOf = ({ form }: Pick<FormCall, 'form'>): FormOf => ({
  waiting: readId(form.getAll('waiting')[0] ?? ''),
  again: readId(form.getAll('again')[0] ?? ''),
});

const NAMED = { waiting: 'a deal that waits', again: 'a deal that was refused' };

/** Like `formOf`, for a form that is carried out. @throws Fault 400 for an invalid id, which would otherwise post a new deal */
function readFormOf(visit: MemberVisit): FormOf {
  const of = formOf(visit);
  for (const name of keysOf(NAMED))
    if (of[name] === undefined && (visit.form.get(name) ?? '') !== '')
      throw new Fault(400, `${name} must be the number of ${NAMED[name]}.`);
  return of;
}

/** Which draft has what is typed into it. */
const draftOf = ({ waiting, again }: FormOf) => waiting ?? again;

const formPage = (call: Pick<FormCall, 'form'>) => formAddress(formOf(call));

/** `POST /post` (contract.md, Posting and the desk). */
export const postForm = memberForm(formPage, act, {
  onGuest: { error: DO_LOG_IN } satisfies SubmitAnswer,
  largest: LARGEST_MESSAGE_FORM,
  async keep(visit) {
    const { userId } = visit.session;
    // The form belongs to the member who was logged in before in this browser.
    if (isKeyOfOtherMember(ownerKeyIn(visit), userId)) await keepOfEnded(visit);
    else await keepTyped(visit, userId);
  },
  keepOfEnded,
});

/** Stores what was typed as a draft of the member whose form it is. */
async function keepOfEnded(call: FormCall): Promise<boolean> {
  const { context } = call;
  const userId = readFormOwner(context, ownerKeyIn(call), draftOf(formOf(call)));
  if (userId === undefined || !(await accountOf(context.db, userId))) return false;
  return keepTyped(call, userId);
}

async function keepTyped(call: FormCall, userId: number): Promise<boolean> {
  const sent = submitCall.form.safeParse(fieldsOf(call.form));
  if (!sent.success) return false;
  const { key, waiting: _waiting, again: _again, ...fields } = sent.data;
  await savePostDraft(call.context, userId, draftOf(formOf(call)), { key, fields: normalizeFields(fields) });
  return true;
}

async function act(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session, query } = visit;
  const block = participationBlock(session, context.config.region);
  if (block) {
    // The page says why in place of the form.
    return { answer: { error: block.error } satisfies SubmitAnswer, to: formPage(visit) };
  }
  const action = form.get('do') ?? query.get('do');
  if (action === checkCall.do) return check(visit);
  if (action === previewCall.do) return preview(visit);
  if (action === submitCall.do) return submit(visit);
  throw new Fault(400, `do must be ${checkCall.do}, ${previewCall.do} or ${submitCall.do}.`);
}

async function check(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const fields = normalizeFields(requireFields(form, checkCall.form));
  await limit(context, 'deal-check', session.userId, CHECKED_OFTEN);
  return { answer: (await checkPost(context, fields)) satisfies CheckAnswer, to: formAddress(formOf(visit), { check: '1' }) };
}

async function preview(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const { key, waiting: _waiting, again: _again, ...typed } = requireFields(form, previewCall.form);
  await limit(context, 'deal-check', session.userId, CHECKED_OFTEN);
  const of = readFormOf(visit);
  const fields = normalizeFields(typed);
  const read = await readPost(context, fields);
  if ('field' in read) return refused(visit, read);
  await savePostDraft(context, session.userId, draftOf(of), { key, fields });
  const to = formAddress(of, { preview: '1' });
  return { answer: { preview: to } satisfies PreviewAnswer, to };
}

async function submit(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const { key, waiting: _waiting, again: _again, ...typed } = requireFields(form, submitCall.form);
  const of = readFormOf(visit);
  const answer = await send(visit, of, { key, fields: normalizeFields(typed) });
  if ('field' in answer) return refused(visit, answer);
  // A submission that neither waits nor can be sent again has no form any more.
  if ('error' in answer) return { answer, refused: { message: answer.error }, to: draftOf(of) === undefined ? formPage(visit) : OWN_POSTS };
  await dropPostDraft(context.db, session.userId, draftOf(of));
  if ('waiting' in answer) return { answer, to: OWN_POSTS, notice: WAITS, isFollowed: true };
  const notice = answer.path === OWN_POSTS ? 'Your deal is posted, and shows when it starts.' : 'Your deal is posted.';
  return { answer, to: answer.path, notice, isFollowed: true, changesPages: true };
}

function send({ context, session }: MemberVisit, { waiting, again }: FormOf, sent: SentPost): Promise<SubmitAnswer> {
  if (waiting !== undefined) return changePost(context, session, waiting, sent.fields);
  return again === undefined ? submitPost(context, session, sent) : sendAgain(context, session, again, sent.fields);
}

const WAITS = 'Thank you. Somebody looks at your deal before it shows; we tell you what came of it.';

const refused = (visit: MemberVisit, fault: PostFault): Outcome => ({ answer: fault, refused: fault, to: formPage(visit) });
