import type { Context } from '../../server/context.ts';
import type { DealStatus } from '../../server/db/schema/catalogue.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { momentText, readMoment, type DayBoundary } from '../../server/read-date.ts';
import { dateFault, parseContextOf, type ParseContext } from '../catalogue/parse-fields.ts';
import { noteEdited } from '../catalogue/edited-fields.server.ts';
import { dealLabel, findDeal, findDeals, type NamedDeal } from './named-deals.server.ts';
import { OFF_SITE, refuseOffSite } from './off-site.server.ts';
import { Refused } from '../../lib/refused.ts';
import { expireDeals, reviveDeals, setDealDates } from '../catalogue/deal-status.server.ts';
import { isOffSite } from '../catalogue/status.server.ts';
import { editingTransaction } from './editing-transaction.server.ts';

/** Expires deals whatever their dates say; all of them or, when a name matches none, nothing. Imports no longer change their schedule. */
export function expireNamedDeals(context: Context, names: string[]): Promise<CommandResult> {
  return editingTransaction(context, async (transaction, now) => {
    const deals = await findDeals(transaction, names);
    refuseOffSite(deals);
    const live = deals.filter(({ status }) => status !== 'expired');
    await expireDeals(transaction, idsOf(live), now);
    await noteEdited(transaction, idsOf(deals), ['schedule'], now);
    return {
      messages: deals.map(
        (deal) => `${dealLabel(deal)} ${deal.status === 'expired' ? 'has expired already' : 'is expired now'}${followed(deal)}`,
      ),
      changed: live.length > 0,
    };
  });
}

/** Takes back that deals expired; a date that has passed is cleared. All of them or nothing. */
export function reviveNamedDeals(context: Context, names: string[]): Promise<CommandResult> {
  return editingTransaction(context, async (transaction, now) => {
    const deals = await findDeals(transaction, names);
    refuseOffSite(deals);
    const expired = deals.filter((deal) => deal.status === 'expired' || isPast(deal.expires_at, now));
    const revived = await reviveDeals(transaction, idsOf(expired), now);
    await noteEdited(transaction, idsOf(deals), ['schedule'], now);
    return {
      messages: deals.map((deal) => {
        const row = revived.get(deal.thread_id);
        if (!row) return `${dealLabel(deal)} has not expired${followed(deal)}`;
        const cleared = deal.expires_at && !row.expires_at ? '; its expiry date is cleared' : '';
        return `${dealLabel(deal)} is ${row.status} again${cleared}${followed(deal)}`;
      }),
      changed: revived.size > 0,
    };
  });
}

/**
 * Sets when a deal starts and expires: a date as `readMoment` reads it, `none`, or undefined to leave it. Its status follows at once, by the rules
 * that imports have: what has expired stays so until it gets a date in the future.
 */
export function scheduleDeal(context: Context, name: string, given: { starts?: string; expires?: string }): Promise<CommandResult> {
  const parseContext = parseContextOf(context);
  const starts = readDate('starts', given.starts, 'start', parseContext);
  const expires = readDate('expires', given.expires, 'end', parseContext);
  return editingTransaction(context, async (transaction, now) => {
    const deal = await findDeal(transaction, name);
    refuseOffSite([deal]);
    const wanted = {
      starts_at: starts === undefined ? deal.starts_at : starts,
      expires_at: expires === undefined ? deal.expires_at : expires,
    };
    if (wanted.starts_at && wanted.expires_at && wanted.starts_at >= wanted.expires_at) {
      throw new Refused(
        `it would expire (${momentText(wanted.expires_at, parseContext.timeZone)}) before it starts (${momentText(wanted.starts_at, parseContext.timeZone)}); give other dates`,
      );
    }
    const dates = { startsAt: wanted.starts_at, expiresAt: wanted.expires_at };
    const status = await setDealDates(transaction, deal.thread_id, dates, now);
    await noteEdited(transaction, [deal.thread_id], ['schedule'], now);
    return { messages: [`${dealLabel(deal)} ${describeSchedule({ ...wanted, status }, parseContext)}${followed(deal)}`], changed: true };
  });
}

function readDate(option: string, text: string | undefined, boundary: DayBoundary, parseContext: ParseContext): Date | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  const read = readMoment(text, parseContext, boundary);
  if (read) return read;
  throw new Refused(`${option}: ${dateFault(parseContext.locale, text)}, or none (is ${JSON.stringify(text)})`);
}

/** Describes a deal's schedule for editors. */
export function describeSchedule(
  { status, starts_at, expires_at }: { status: DealStatus; starts_at: Date | null; expires_at: Date | null },
  { timeZone }: Pick<ParseContext, 'timeZone'>,
): string {
  const at = (date: Date) => momentText(date, timeZone);
  if (isOffSite({ status, startsAt: starts_at })) return OFF_SITE;
  const until = expires_at ? ` until ${at(expires_at)}` : '';
  if (status === 'scheduled') return `is scheduled: it shows from ${starts_at && at(starts_at)}${until}`;
  if (status === 'live') return `is live${until}`;
  return expires_at ? `is expired (${at(expires_at)})` : 'is expired; "revive" takes that back';
}

const followed = ({ name, merged, thread_id }: NamedDeal) => (merged ? ` (${name} was merged into ${thread_id})` : '');
const isPast = (date: Date | null, now: Date) => date !== null && date <= now;
const idsOf = (deals: NamedDeal[]) => deals.map((deal) => deal.thread_id);
