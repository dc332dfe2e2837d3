import { readId, readWhole } from '../../lib/exact-params.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { decide } from '../moderation/decide.server.ts';
import { decided, moderatorForm, rejected } from '../moderation/moderator-form.server.ts';
import { DESK, reasonIn } from '../moderation/words.ts';
import type { MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { readFields } from './deals.server.ts';
import { featureDeal, requireDeal, saveEdit } from './edit-deal.server.ts';
import { aboutDeal, dropEdit, editIn, keepEdit, keepingEdits } from './edits.server.ts';

const idOf = ({ form }: Pick<FormCall, 'form'>) => readId(form.getAll('id')[0] ?? '');

const pageOf = (call: Pick<FormCall, 'form'>, more = '') => {
  const id = idOf(call);
  return id === undefined ? DESK.deals : `${DESK.deals}?id=${id}${more}`;
};

/** `POST /desk/deals`: changes a deal, or what becomes of it. */
export const deskDealsActions = moderatorForm((call) => pageOf(call), act, {
  list: DESK.deals,
  ...keepingEdits((call) => {
    const id = idOf(call);
    return id === undefined ? undefined : aboutDeal(id);
  }),
});

const SHOWN = 'This is what saving changes. Nothing is saved yet.';

async function act(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const to = pageOf(visit);
  const [threadId, postId] = [readId(form.get('id') ?? ''), readId(form.get('postid') ?? '')];
  if (threadId === undefined || postId === undefined) throw new Fault(400, 'The form does not say which deal it is about.');
  await requireDeal(context, { threadId, postId });
  const action = form.get('do');
  if (action === 'diff' || action === 'save') {
    const edited = editIn(visit);
    if (!edited) throw new Fault(400, 'The form is not complete.');
    await keepEdit(visit, aboutDeal(threadId), edited);
    const saved = await saveEdit(context, session.userId, { threadId, postId }, edited, { dryRun: action === 'diff' });
    if ('fault' in saved) return rejected(to, saved.fault.message, saved.fault.field);
    const link = saved.duplicate && { path: `${DESK.deals}?id=${saved.duplicate.threadId}`, text: 'Look at that deal' };
    const alike = saved.duplicate ? ` It looks like “${saved.duplicate.title}” of the same store.` : '';
    if (action === 'diff') {
      const shown = pageOf(visit, '&diff=1');
      return { answer: { diff: shown }, to: shown, notice: SHOWN + alike, ...(link && { link }), isAgain: true };
    }
    await keepReason(visit, threadId, edited.reason);
    return decided(to, `Saved.${alike}`, link);
  }
  if (action === 'discard') {
    await dropEdit(visit, aboutDeal(threadId));
    return { answer: { success: true }, to, notice: 'What you typed is discarded.' };
  }
  const message = await decideAbout(visit, postId, action);
  const edited = editIn(visit);
  // The reason is in the log now; what else was typed stays.
  if (edited) await keepEdit(visit, aboutDeal(threadId), { ...edited, reason: '' });
  return decided(to, message);
}

/** Keeps the reason of a form whose fields are saved: it is of what its moderator decides next. */
async function keepReason(visit: MemberVisit, threadId: number, reason: string): Promise<void> {
  const now = reason === '' ? undefined : await readFields(visit.context, threadId);
  if (now) await keepEdit(visit, aboutDeal(threadId), { was: now, typed: now, reason });
  else await dropEdit(visit, aboutDeal(threadId));
}

/** Does what needs a reason. @returns what was done */
function decideAbout({ context, form, session }: MemberVisit, postId: number, action: string | null): Promise<string> {
  const reason = reasonIn(form);
  if (action === 'feature' || action === 'unfeature') return featureDeal(context, session.userId, postId, { action, reason });
  if (action !== 'expire' && action !== 'revive' && action !== 'hide') throw new Fault(400, 'The form does not say what to do.');
  const seen = readWhole(form.get('seen') ?? '0');
  if (seen === undefined) throw new Fault(400, 'seen must be a whole number.');
  return decide(context, session.userId, {
    postId,
    decision: action,
    author: undefined,
    reason,
    seen,
    shown: form.get('shown') ?? undefined,
  });
}
