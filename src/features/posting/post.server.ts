import { OWN_POSTS } from '../../lib/community-paths.ts';
import { readId } from '../../lib/exact-params.ts';
import { LARGEST_MESSAGE_FORM } from '../../server/http/body.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { fieldsOf, requireFields } from '../../server/http/fields.ts';
import { DO_LOG_IN } from '../session/contracts/participation.ts';
import { participationBlock } from '../session/participation-block.ts';
import { limit, memberForm, type MemberVisit, type Outcome } from '../session/visit.server.ts';
import { checkPost } from './check.server.ts';
import { checkCall, type CheckAnswer } from './contracts/check.ts';
import type { PostFault } from './contracts/fields.ts';
import { previewCall, type PreviewAnswer } from './contracts/preview.ts';
import { submitCall, type SubmitAnswer } from './contracts/submit.ts';
import { dropPostDraft, savePostDraft } from './drafts.server.ts';
import { CHECKED_OFTEN } from './form.server.ts';
import { normalizeFields, readPost } from './read-post.server.ts';
import { changePost, formAddress, submitPost } from './submit.server.ts';

/** The id of what waits and is changed. */
const waitingOf = ({ form }: Pick<FormCall, 'form'>) => readId(form.getAll('waiting')[0] ?? '');

/** The same of a form that is carried out. @throws Fault 400 for what is no id: it would make another deal */
function readWaitingId(visit: MemberVisit): number | undefined {
  const id = waitingOf(visit);
  if (id === undefined && (visit.form.get('waiting') ?? '') !== '')
    throw new Fault(400, 'waiting must be the number of a deal that waits.');
  return id;
}

const formPage = (call: Pick<FormCall, 'form'>) => formAddress(waitingOf(call));

/** `POST /post` (contract.md, Posting and the desk). */
export const postForm = memberForm(formPage, act, {
  onGuest: { error: DO_LOG_IN } satisfies SubmitAnswer,
  largest: LARGEST_MESSAGE_FORM,
  async keep({ context, session, form }) {
    const sent = submitCall.form.safeParse(fieldsOf(form));
    if (!sent.success) return;
    const { key, waiting: _waiting, ...fields } = sent.data;
    await savePostDraft(context, session.userId, waitingOf({ form }), { key, fields: normalizeFields(fields) });
  },
});

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
  return { answer: (await checkPost(context, fields)) satisfies CheckAnswer, to: formAddress(waitingOf(visit), { check: '1' }) };
}

async function preview(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const { key, waiting: _waiting, ...typed } = requireFields(form, previewCall.form);
  await limit(context, 'deal-check', session.userId, CHECKED_OFTEN);
  const waiting = readWaitingId(visit);
  const fields = normalizeFields(typed);
  const read = await readPost(context, fields);
  if ('field' in read) return refused(visit, read);
  await savePostDraft(context, session.userId, waiting, { key, fields });
  const to = formAddress(waiting, { preview: '1' });
  return { answer: { preview: to } satisfies PreviewAnswer, to };
}

async function submit(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const { key, waiting: _waiting, ...typed } = requireFields(form, submitCall.form);
  const waiting = readWaitingId(visit);
  const fields = normalizeFields(typed);
  const answer =
    waiting === undefined ? await submitPost(context, session, { key, fields }) : await changePost(context, session, waiting, fields);
  if ('field' in answer) return refused(visit, answer);
  if ('error' in answer) return { answer, refused: { message: answer.error }, to: formPage(visit) };
  await dropPostDraft(context.db, session.userId, waiting);
  if ('waiting' in answer) return { answer, to: OWN_POSTS, notice: WAITS };
  const notice = answer.path === OWN_POSTS ? 'Your deal is posted, and shows when it starts.' : 'Your deal is posted.';
  return { answer, to: answer.path, notice, changesPages: true };
}

const WAITS = 'Thank you. Somebody looks at your deal before it shows; we tell you what came of it.';

const refused = (visit: MemberVisit, fault: PostFault): Outcome => ({ answer: fault, refused: fault, to: formPage(visit) });
