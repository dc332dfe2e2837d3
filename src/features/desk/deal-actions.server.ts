import { readId, readWhole } from '../../lib/exact-params.ts';
import { LARGEST_MESSAGE_FORM } from '../../server/http/body.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { dropDraft, saveDraft } from '../comments/drafts.server.ts';
import { decide } from '../moderation/decide.server.ts';
import { decided, moderatorForm, rejected } from '../moderation/moderator-form.server.ts';
import { DESK, reasonIn } from '../moderation/words.ts';
import { postFields } from '../posting/contracts/fields.ts';
import { normalizeFields } from '../posting/read-post.server.ts';
import type { MemberVisit, Outcome } from '../session/visit.server.ts';
import { aboutEdit, type Edit } from './deals.server.ts';
import { featureDeal, requireDeal, saveEdit } from './edit-deal.server.ts';

const idOf = ({ form }: Pick<FormCall, 'form'>) => readId(form.getAll('id')[0] ?? '');

const pageOf = (call: Pick<FormCall, 'form'>, more = '') => {
  const id = idOf(call);
  return id === undefined ? DESK.deals : `${DESK.deals}?id=${id}${more}`;
};

/** What was typed over what was seen; undefined for a form without it. */
function editOf({ form }: Pick<FormCall, 'form'>): Edit | undefined {
  if (!form.has('was')) return undefined;
  const typed = postFields.safeParse(fieldsOf(form));
  const was = postFields.safeParse(readJson(form.getAll('was')[0] ?? ''));
  if (!typed.success || !was.success) return undefined;
  // A description is typed with other ends of lines than it is kept with.
  return { was: normalizeFields(was.data), typed: normalizeFields(typed.data) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `POST /desk/deals`: changes a deal, or what becomes of it. */
export const deskDealsActions = moderatorForm((call) => pageOf(call), act, {
  list: DESK.deals,
  // What was seen comes with what was typed.
  largest: 2 * LARGEST_MESSAGE_FORM,
  async keep(visit) {
    const [id, edited] = [idOf(visit), editOf(visit)];
    if (id !== undefined && edited) await keepEdit(visit, id, edited);
  },
});

const keepEdit = ({ context, session }: MemberVisit, id: number, edited: Edit) =>
  saveDraft(context, session.userId, aboutEdit(id), JSON.stringify(edited));

async function act(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const to = pageOf(visit);
  const [threadId, postId] = [readId(form.get('id') ?? ''), readId(form.get('postid') ?? '')];
  if (threadId === undefined || postId === undefined) throw new Fault(400, 'The form does not say which deal it is about.');
  await requireDeal(context, postId);
  const action = form.get('do');
  if (action === 'diff' || action === 'save') {
    const edited = editOf(visit);
    if (!edited) throw new Fault(400, 'The form is not complete.');
    await keepEdit(visit, threadId, edited);
    const fault = await saveEdit(context, session.userId, { threadId, postId }, edited, { dryRun: action === 'diff' });
    if (fault) return rejected(to, fault.message, fault.field);
    if (action === 'diff') return { answer: { diff: pageOf(visit, '&diff=1') }, to: pageOf(visit, '&diff=1') };
    await dropDraft(context.db, session.userId, aboutEdit(threadId));
    return decided(to, 'Saved.');
  }
  if (action === 'discard') {
    await dropDraft(context.db, session.userId, aboutEdit(threadId));
    return { answer: { success: true }, to };
  }
  const reason = reasonIn(form);
  if (action === 'feature' || action === 'unfeature') {
    return decided(to, await featureDeal(context, session.userId, postId, { action, reason }));
  }
  if (action !== 'expire' && action !== 'revive' && action !== 'hide') throw new Fault(400, 'The form does not say what to do.');
  const seen = readWhole(form.get('seen') ?? '0');
  if (seen === undefined) throw new Fault(400, 'seen must be a whole number.');
  return decided(to, await decide(context, session.userId, { postId, decision: action, author: undefined, reason, seen }));
}
