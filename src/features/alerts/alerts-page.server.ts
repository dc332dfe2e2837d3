import { readId } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { readDealLog, readDeliveryLog, type DeliveryLog, type LogEntry } from '../notifications/delivery-log.server.ts';
import { previewFields } from './contracts/alert-fields.ts';
import type { Alert } from './contracts/list.ts';
import { DEAL_MESSAGES, LONGEST_DEAL, threadIdIn, type MatchExplanation } from './deal-question.ts';
import { listAlerts } from './list.server.ts';
import { previewOnPage } from './preview.server.ts';

/** What the page of a member's alerts shows. */
export interface AlertsPage {
  alerts: Alert[];
  log: DeliveryLog;
  /** The question why a deal did not come, as it was asked; undefined when it was not. */
  asked: DealQuestion | undefined;
}

export interface DealQuestion {
  /** What was typed. */
  deal: string;
  alertid: number | undefined;
  /** Which conditions of the alert the deal meets, and the member's notifications of it; or what is wrong with the question. */
  answer: { why: MatchExplanation; alert: Alert; log: LogEntry[] } | { message: string };
}

/** Loads the page; undefined past the end of the log. @param page of the log */
export async function loadAlertsPage(
  context: Context,
  userId: number,
  query: URLSearchParams,
  page: number | undefined,
): Promise<AlertsPage | undefined> {
  const log = page === undefined ? undefined : await readDeliveryLog(context, userId, page);
  if (!log) return undefined;
  const alerts = await listAlerts(context, userId);
  return { alerts, log, asked: await answerWhy(context, userId, alerts, query) };
}

async function answerWhy(context: Context, userId: number, alerts: Alert[], query: URLSearchParams): Promise<DealQuestion | undefined> {
  const deal = (query.get('deal') ?? '').trim().slice(0, LONGEST_DEAL);
  if (deal === '') return undefined;
  const alertid = readId(query.get('alertid') ?? '');
  const alert = alerts.find((each) => each.alertid === alertid);
  const threadId = threadIdIn(deal);
  const asked = { deal, alertid };
  if (threadId === undefined) return { ...asked, answer: { message: DEAL_MESSAGES.unreadable } };
  if (!alert) return { ...asked, answer: { message: 'Choose one of your alerts.' } };
  const { criteriaId, votelevel, targetforums, newlow } = alert;
  const fields = previewFields.parse({
    criteriaId,
    votelevel: String(votelevel),
    targetforums: targetforums.join(','),
    newlow: newlow ? '1' : '0',
    threadid: String(threadId),
  });
  const answer = await previewOnPage(context, userId, fields);
  if (!('total' in answer)) return { ...asked, answer };
  if (!answer.why) return { ...asked, answer: { message: DEAL_MESSAGES.gone } };
  return { ...asked, answer: { why: answer.why, alert, log: await readDealLog(context, userId, threadId) } };
}
