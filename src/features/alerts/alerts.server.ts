import type { Context } from '../../server/context.ts';
import { actionNamed } from '../../server/http/action.ts';
import type { Endpoint, FormCall } from '../../server/http/endpoint.ts';
import { fieldsOf, readFields } from '../../server/http/fields.ts';
import { refusedWith, succeeded, type Outcome } from '../session/outcomes.server.ts';
import { participationBlock } from '../session/participation-block.ts';
import { UNVERIFIED_EMAIL } from '../session/contracts/participation.ts';
import { limit } from '../session/limit.server.ts';
import { logInFirst, logInPage, visitorForm, type MemberVisit, type Visit } from '../session/visit.server.ts';
import { ALERTS_PAGE } from '../notifications/pages.ts';
import { ALERT_PAGE } from './address.ts';
import { addAlert } from './add-alert.server.ts';
import { deleteAlerts } from './delete-alerts.server.ts';
import { pauseAlerts, resumeAlerts } from './pause-alerts.server.ts';
import { ALERT_GONE, updateAlert } from './update-alert.server.ts';
import { ADD_METHODS, addFields, previewFields, updateFields } from './contracts/alert-fields.ts';
import { alertIdField, type AddAnswer, type ChangedAnswer } from './contracts/answers.ts';
import type { ListAnswer } from './contracts/list.ts';
import type { PreviewAnswer } from './contracts/preview.ts';
import { criteriaIdOf } from './criteria.ts';
import { fieldFault } from './field-fault.ts';
import { listAlerts } from './list.server.ts';
import { MESSAGES, wasChanged } from './messages.ts';
import { savePendingAlert, TOO_LONG } from './pending-alert.server.ts';
import { MANY_PREVIEWS, previewAlert } from './preview.server.ts';
import { optionsFault, resolveCriteria } from './resolve-criteria.server.ts';
import { counted } from '../../lib/counted.ts';

const TOO_FAST = 'You are changing deal alerts very fast. Please wait a few minutes.';

type Action = (visit: Visit) => Promise<Outcome>;

/** An action of members; a guest gets the answer that asks to log in. */
const forMembers =
  (act: (visit: MemberVisit) => Promise<Outcome>): Action =>
  async (visit) => {
    const { session } = visit;
    if (session) return act({ ...visit, session });
    const page = pageOf(visit);
    // The page of an alert shows what was entered, which its address has; the list of alerts has nothing to keep.
    return logInFirst(visit, { doLogin: true } satisfies ChangedAnswer, page, page !== ALERTS_PAGE);
  };

/** Changes some alerts of a member, or all. @returns how many */
type Change = (context: Context, userId: number, alertIds: number[] | 'all') => Promise<number>;
/** @param done what became of them, as the notice says it */
const one = (change: Change, done: string) => forMembers((visit) => changeOne(visit, change, done));
const all = (change: Change, done: string) => forMembers((visit) => changeAll(visit, change, done));

const ACTIONS: Record<string, Action> = {
  ...Object.fromEntries(ADD_METHODS.map((method) => [method, (visit: Visit) => add(visit, method)])),
  preview,
  update: forMembers(update),
  pause: one(pauseAlerts, 'paused'),
  resume: one(resumeAlerts, 'resumed'),
  delete: one(deleteAlerts, 'deleted'),
  pauseall: all(pauseAlerts, 'paused'),
  resumeall: all(resumeAlerts, 'resumed'),
  deleteall: all(deleteAlerts, 'deleted'),
  list: forMembers(list),
};

/** `POST /forums/sddealalerts_ajax.php` (spec §7; contract.md, Deal alerts). */
export const alertsForm: Endpoint = visitorForm(pageOf, (visit) => actionNamed(ACTIONS, visit.form.get('do'))(visit));

/** The page that a form was on: that of an alert, with what was entered, or the list of alerts. */
function pageOf({ form }: Pick<FormCall, 'form'>): string {
  const action = form.get('do') ?? '';
  return action === 'preview' || action === 'update' || ADD_METHODS.some((method) => method === action) ? pageWith({ form }) : ALERTS_PAGE;
}

/** The plain page of an alert, with what was entered. */
const pageWith = ({ form }: Pick<FormCall, 'form'>) =>
  `${ALERT_PAGE}?${new URLSearchParams([...form].filter(([name]) => name !== 'securitytoken' && name !== 'do')).toString()}`;

/** The outcome of what cannot be read or done: a call names the field as it is sent, the form says it beside the field. */
function refused({ form, context }: Visit, message: string): Outcome {
  const fault = fieldFault(fieldsOf(form), context.config.region);
  const to = pageWith({ form });
  return {
    answer: { success: false, message },
    refused: fault ? { message: fault.message, field: fault.at ?? undefined } : { message },
    to,
  };
}

/** As `refused`, for options that cannot be, of which the ways of being notified are a field of the form. */
const refusedOptions = (visit: Visit, message: string): Outcome =>
  message === MESSAGES.noChannel ? { ...refused(visit, message), refused: { message, field: 'notification' } } : refused(visit, message);

async function add(visit: Visit, method: (typeof ADD_METHODS)[number]): Promise<Outcome> {
  const { context, session } = visit;
  const back = pageWith(visit);
  if (!session) await limit(context, 'alert-preview', visit.network, TOO_FAST);
  const sent = readFields(visit.form, addFields);
  if ('message' in sent) return refused(visit, sent.message);
  const criteria = await resolveCriteria(context, method, sent.fields);
  if ('message' in criteria) return refused(visit, criteria.message);
  const fault = await optionsFault(context.db, sent.fields);
  if (fault !== undefined) return refusedOptions(visit, fault);
  const criteriaId = criteriaIdOf(criteria);
  if (!session) {
    if (!savePendingAlert(visit, criteriaId, sent.fields)) return refusedWith(back, TOO_LONG);
    return { answer: { doLogin: true, criteriaId } satisfies AddAnswer, to: logInPage(ALERTS_PAGE), notice: MESSAGES.pending };
  }
  const block = participationBlock(session, context.config.region);
  if (block?.error === UNVERIFIED_EMAIL)
    return { answer: { unconfirmed: true, criteriaId } satisfies AddAnswer, refused: { message: block.message }, to: back };
  if (block) return refusedWith(back, block.message);
  await limit(context, 'alert', session.userId, TOO_FAST);
  const added = await addAlert(context, session.userId, criteria, sent.fields);
  if ('message' in added) return refusedWith(back, added.message);
  const { alertid, title, isChanged } = added;
  const answer: AddAnswer = { success: true, alertid, criteriaId, ...(isChanged && { changed: { title } }) };
  return { answer, to: ALERTS_PAGE, notice: isChanged ? wasChanged(title) : `Your deal alert “${title}” was created.` };
}

async function preview(visit: Visit): Promise<Outcome> {
  await limit(visit.context, 'alert-preview', visit.network, MANY_PREVIEWS);
  const sent = readFields(visit.form, previewFields);
  // The page says by itself what is wrong.
  const answer: PreviewAnswer =
    'message' in sent ? { success: false, message: sent.message } : await previewAlert(visit.context, sent.fields);
  return { answer, to: pageWith(visit) };
}

async function update(visit: MemberVisit): Promise<Outcome> {
  const { context, session } = visit;
  const sent = readFields(visit.form, updateFields);
  if ('message' in sent) return refused(visit, sent.message);
  const unfit = await optionsFault(context.db, sent.fields);
  if (unfit !== undefined) return refusedOptions(visit, unfit);
  await limit(context, 'alert', session.userId, TOO_FAST);
  const fault = await updateAlert(context, session.userId, sent.fields);
  if (fault === ALERT_GONE) return refusedWith(ALERTS_PAGE, fault);
  return fault === undefined ? succeeded(ALERTS_PAGE, 'Your deal alert was changed.') : refused(visit, fault);
}

async function changeOne(visit: MemberVisit, change: Change, done: string): Promise<Outcome> {
  const sent = readFields(visit.form, alertIdField);
  if ('message' in sent) return refusedWith(ALERTS_PAGE, sent.message);
  return (await change(visit.context, visit.session.userId, [sent.fields.alertid])) === 0
    ? refusedWith(ALERTS_PAGE, ALERT_GONE)
    : succeeded(ALERTS_PAGE, `Deal alert ${done}.`);
}

async function changeAll({ context, session }: MemberVisit, change: Change, done: string): Promise<Outcome> {
  const count = await change(context, session.userId, 'all');
  return succeeded(ALERTS_PAGE, `${counted(count, 'deal alert')} ${done}.`);
}

async function list({ context, session }: MemberVisit): Promise<Outcome> {
  return { answer: { alerts: await listAlerts(context, session.userId) } satisfies ListAnswer, to: ALERTS_PAGE };
}
