import { pairsOf } from '../../lib/call.ts';
import type { Problem } from '../../ui/Form.tsx';
import { readTaxonomyId, readId } from '../../lib/exact-params.ts';
import { typedMoney } from '../../lib/money.ts';
import type { Region } from '../../lib/region.ts';
import type { Context } from '../../server/context.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import type { ForumsAnswer } from '../deals/contracts/forums.ts';
import { answerForums } from '../deals/forums.server.ts';
import { previewFields } from './contracts/alert-fields.ts';
import { CHANNELS, FREQUENCIES } from '../../lib/alert-delivery.ts';
import type { Alert } from './contracts/list.ts';
import type { PreviewAnswer } from './contracts/preview.ts';
import { dealAnswer, LONGEST_DEAL, threadIdIn } from './deal-question.ts';
import { addMethodOf, draftFields, newDraft, criteriaFields, type Draft } from './draft.ts';
import { fieldFault } from './field-fault.ts';
import { listAlerts } from './list.server.ts';
import { MESSAGES } from './messages.ts';
import { previewOnPage } from './preview.server.ts';

/** The plain page of one alert: what its form holds, and what it would have found. */
export interface AlertPage {
  /** The alert that is changed; undefined for a new one. */
  alert: Alert | undefined;
  draft: Draft;
  /** What the form sends besides: what is looked for, and where the button stood. */
  hidden: [string, string][];
  /** The call's `do`. */
  method: string;
  forums: ForumsAnswer['forums'];
  offersPush: boolean;
  preview: PreviewAnswer;
  /** What is wrong with what was entered, with its field. */
  fault: Problem | null;
  /** The answer about the deal that was asked about; undefined when none was. */
  asked: ReturnType<typeof dealAnswer>;
}

/** Loads the page of a new alert, or of a member's own that the query names; undefined when there is no such alert. */
export async function loadAlertPage(context: Context, userId: number, query: URLSearchParams): Promise<AlertPage | undefined> {
  const { region } = context.config;
  const alertId = readId(query.get('alertid') ?? '');
  const alert = query.has('alertid') ? (await listAlerts(context, userId)).find(({ alertid }) => alertid === alertId) : undefined;
  if (query.has('alertid') && !alert) return undefined;
  const begun = alert ? draftOf(alert, region) : newDraft(subjectIn(query), region);
  const draft = entered(query, begun);
  const wanted = criteriaFields(alert ?? subjectIn(query));
  const hidden = [...pairsOf(wanted), ...(alert ? [] : passedOn(query)), ...pairsOf({ alertid: alert?.alertid })];
  const sent = [...hidden, ...pairsOf(draftFields(draft))];
  const fault = fieldFault(fieldsOf(new URLSearchParams(sent)), region);
  const preview = fault ? UNREADABLE : await previewOf(context, userId, [...sent, ...pairsOf({ threadid: threadIdIn(draft.deal) })]);
  return {
    alert,
    draft,
    hidden,
    preview,
    fault,
    method: alert ? 'update' : addMethodOf(wanted),
    forums: (await answerForums({ context })).forums,
    offersPush: context.config.offlinePages,
    asked: dealAnswer(draft.deal, 'total' in preview ? preview : undefined),
  };
}

const UNREADABLE: PreviewAnswer = { success: false, message: MESSAGES.unreadable };

async function previewOf(context: Context, userId: number, sent: [string, string][]): Promise<PreviewAnswer> {
  const fields = previewFields.safeParse(fieldsOf(new URLSearchParams(sent)));
  if (fields.success) return previewOnPage(context, userId, fields.data);
  const [issue] = fields.error.issues;
  return { success: false, message: `${String(issue?.path[0] ?? 'The form')} ${issue?.message ?? 'is not complete'}.` };
}

/** What says where an alert comes from and what it is for, and has no field of its own in the form. */
const PASSED_ON = /^(?:q|source|filters\[(?:store|brand|category|forum)\]\[\])$/;

const passedOn = (query: URLSearchParams): [string, string][] => {
  // The criteria hold a least price already, where they come from a page.
  const named = query.has('criteriaId') ? PASSED_ON : new RegExp(`${PASSED_ON.source}|^minprice$`);
  return [...query].filter(([name]) => named.test(name)).slice(0, 100);
};

const subjectIn = (query: URLSearchParams) => {
  const text = (name: string) => {
    const value = query.get(name);
    return value === null || value === '' ? {} : { [name]: value };
  };
  return { ...text('criteriaId'), ...text('intagid') };
};

const draftOf = (alert: Alert, region: Region): Draft => ({
  ...newDraft(alert, region),
  title: alert.title === alert.criteria ? '' : alert.title,
  maxprice: alert.maxCents === null ? '' : typedMoney(alert.maxCents, region),
  newlow: alert.newlow,
  frequency: alert.frequency,
  notification: alert.notification,
  votelevel: String(alert.votelevel),
  targetforums: alert.targetforums,
});

/** What was entered already: a preview and a refused form come back with it in the address. */
function entered(query: URLSearchParams, draft: Draft): Draft {
  const all = (name: string) => query.getAll(name).flatMap((value) => value.split(','));
  const text = (name: 'title' | 'maxprice' | 'minpercent' | 'votelevel') => query.get(name) ?? draft[name];
  const isOn = (name: 'newlow' | 'coupon') => (query.has(name) ? all(name).includes('1') : draft[name]);
  return {
    title: text('title'),
    maxprice: text('maxprice'),
    minpercent: text('minpercent'),
    votelevel: text('votelevel'),
    newlow: isOn('newlow'),
    coupon: isOn('coupon'),
    frequency: FREQUENCIES.find((each) => each === query.get('frequency')) ?? draft.frequency,
    notification: query.has('notification') ? CHANNELS.filter((each) => all('notification').includes(each)) : draft.notification,
    targetforums: query.has('targetforums') ? all('targetforums').flatMap((id) => readTaxonomyId(id) ?? []) : draft.targetforums,
    deal: (query.get('deal') ?? '').slice(0, LONGEST_DEAL),
  };
}
