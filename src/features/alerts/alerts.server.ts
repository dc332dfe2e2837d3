import * as z from 'zod/mini';
import { Fault } from '../../server/http/fault.ts';
import type { Endpoint } from '../../server/http/endpoint.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { required } from '../../lib/required.ts';
import { participationBlock } from '../session/participation-block.ts';
import { UNVERIFIED_EMAIL } from '../session/contracts/participation.ts';
import { limit, logInPage, visitorForm, type MemberVisit, type Outcome, type Visit } from '../session/visit.server.ts';
import { ALERTS_PAGE } from './address.ts';
import { addAlert, deleteAlerts, setPaused, updateAlert } from './add-alert.server.ts';
import { ADD_METHODS, addFields, previewFields, updateFields } from './contracts/alert-fields.ts';
import { oneAlert, type AddAnswer, type ChangedAnswer } from './contracts/answers.ts';
import type { ListAnswer } from './contracts/list.ts';
import { criteriaIdOf } from './criteria.ts';
import { listAlerts } from './list.server.ts';
import { keepPendingAlert } from './pending-alert.server.ts';
import { previewAlert } from './preview.server.ts';
import { resolveCriteria } from './resolve-criteria.server.ts';

const TOO_FAST = 'You are changing deal alerts very fast. Please wait a few minutes.';
const GONE = 'There is no such deal alert any more.';

const guests: Record<string, (visit: Visit) => Promise<Outcome>> = {
  ...Object.fromEntries(ADD_METHODS.map((method) => [method, (visit: Visit) => add(visit, method)])),
  preview,
};
const members: Record<string, (visit: MemberVisit) => Promise<Outcome>> = {
  update,
  pause: (visit) => changeOne(visit, (id) => setPaused(visit.context, visit.session.userId, [id], true)),
  resume: (visit) => changeOne(visit, (id) => setPaused(visit.context, visit.session.userId, [id], false)),
  delete: (visit) => changeOne(visit, (id) => deleteAlerts(visit.context, visit.session.userId, [id])),
  pauseall: (visit) => changeAll(visit, () => setPaused(visit.context, visit.session.userId, 'all', true)),
  resumeall: (visit) => changeAll(visit, () => setPaused(visit.context, visit.session.userId, 'all', false)),
  deleteall: (visit) => changeAll(visit, () => deleteAlerts(visit.context, visit.session.userId, 'all')),
  list,
};

/** `POST /forums/sddealalerts_ajax.php` (spec §7; contract.md, Deal alerts). */
export const alertsForm: Endpoint = visitorForm(
  () => ALERTS_PAGE,
  (visit) => {
    const name = visit.form.get('do') ?? '';
    const { session } = visit;
    if (Object.hasOwn(guests, name)) return required(guests[name], name)(visit);
    if (!Object.hasOwn(members, name))
      throw new Fault(400, `do must be one of ${[...Object.keys(guests), ...Object.keys(members)].join(', ')}.`);
    if (!session) return Promise.resolve({ answer: { doLogin: true } satisfies ChangedAnswer, to: logInPage(ALERTS_PAGE) });
    return required(members[name], name)({ ...visit, session });
  },
);

const refused = (message: string, to = ALERTS_PAGE): Outcome => ({ answer: { success: false, message }, refused: { message }, to });
const done = (notice: string): Outcome => ({ answer: { success: true } satisfies ChangedAnswer, to: ALERTS_PAGE, notice });

/** Reads the fields of a form, or says what is wrong with the first that is not as it must be. */
function read<T extends z.core.$ZodType>({ form }: Pick<Visit, 'form'>, fields: T): { fields: z.infer<T> } | { message: string } {
  const sent = fieldsOf(form);
  const found = z.safeParse(fields, sent);
  if (found.success) return { fields: found.data };
  const { path, message } = required(found.error.issues[0], 'what is wrong with the form');
  return { message: `${String(path[0] ?? 'The form')} ${message}.` };
}

async function add(visit: Visit, method: (typeof ADD_METHODS)[number]): Promise<Outcome> {
  const { context, session, form } = visit;
  const back = `/account/alert?${new URLSearchParams([...form].filter(([name]) => name !== 'securitytoken' && name !== 'do')).toString()}`;
  if (!session) await limit(context, 'alert-preview', visit.network, TOO_FAST);
  const sent = read(visit, addFields);
  if ('message' in sent) return refused(sent.message, back);
  const criteria = await resolveCriteria(context.db, method, sent.fields);
  if ('message' in criteria) return refused(criteria.message, back);
  const criteriaId = criteriaIdOf(criteria);
  if (!session) {
    keepPendingAlert(visit, criteriaId, sent.fields);
    return { answer: { doLogin: true, criteriaId } satisfies AddAnswer, to: logInPage(ALERTS_PAGE) };
  }
  const block = participationBlock(session);
  if (block?.error === UNVERIFIED_EMAIL)
    return { answer: { unconfirmed: true, criteriaId } satisfies AddAnswer, refused: { message: block.message }, to: back };
  if (block) return refused(block.message, back);
  await limit(context, 'alert', session.userId, TOO_FAST);
  const added = await addAlert(context, session.userId, criteria, sent.fields);
  if ('message' in added) return refused(added.message, back);
  const answer: AddAnswer = { success: true, alertid: added.alertid, criteriaId };
  return { answer, to: ALERTS_PAGE, notice: `Your deal alert “${added.title}” was created.` };
}

async function preview(visit: Visit): Promise<Outcome> {
  await limit(visit.context, 'alert-preview', visit.network, 'You are trying many deal alerts. Please wait a few minutes.');
  const sent = read(visit, previewFields);
  if ('message' in sent) return refused(sent.message);
  const query = [...visit.form].filter(([name]) => name !== 'securitytoken' && name !== 'do');
  return { answer: await previewAlert(visit.context, sent.fields), to: `/account/alert?${new URLSearchParams(query).toString()}` };
}

async function update(visit: MemberVisit): Promise<Outcome> {
  const { context, session } = visit;
  const sent = read(visit, updateFields);
  if ('message' in sent) return refused(sent.message, `/account/alert?alertid=${encodeURIComponent(visit.form.get('alertid') ?? '')}`);
  await limit(context, 'alert', session.userId, TOO_FAST);
  const fault = await updateAlert(context, session.userId, sent.fields);
  return fault === undefined ? done('Your deal alert was changed.') : refused(fault);
}

async function changeOne(visit: MemberVisit, change: (alertId: number) => Promise<number>): Promise<Outcome> {
  const sent = read(visit, oneAlert);
  if ('message' in sent) return refused(sent.message);
  return (await change(sent.fields.alertid)) === 0 ? refused(GONE) : done('Done.');
}

async function changeAll(_visit: MemberVisit, change: () => Promise<number>): Promise<Outcome> {
  const count = await change();
  return done(count === 1 ? 'One deal alert was changed.' : `${count} deal alerts were changed.`);
}

async function list({ context, session }: MemberVisit): Promise<Outcome> {
  return { answer: { alerts: await listAlerts(context, session.userId) } satisfies ListAnswer, to: ALERTS_PAGE };
}
