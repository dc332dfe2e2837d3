import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { decimal } from '../../lib/money.ts';
import { parsePrice } from '../../lib/price-terms.ts';
import { currency } from '../../server/editor-fields.ts';
import { dayIn } from '../../server/read-date.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { dealFieldsOf } from '../catalogue/deal-fields.ts';
import { noteEdited } from '../catalogue/edited-fields.server.ts';
import { duplicateOf, type PossibleDuplicate } from '../catalogue-files/duplicate-of.server.ts';
import { repairRecord } from '../catalogue-files/repair-text.ts';
import { repairLines } from './repair-lines.ts';
import { dealPage } from '../catalogue-files/export-deals.server.ts';
import { addressOf, dealLabel, findDeal } from './named-deals.server.ts';
import { postedBy } from './posted-by.server.ts';
import { parseContextOf, parseFields, type ParseContext } from '../catalogue/parse-fields.ts';
import type { FileRecordOf } from '../catalogue/record.ts';
import { editingTransaction } from './editing-transaction.server.ts';
import { saveDeal } from './save-deal.server.ts';
import { refuseOffSite } from './off-site.server.ts';
import { describeSchedule } from './schedule.server.ts';
import { Refused } from '../../lib/refused.ts';
import { required } from '../../lib/required.ts';

type WrittenDeal = FileRecordOf<'deal'>;

/** Fields of an imported deal with their new values; null clears an optional one. */
type DealChanges = Record<string, unknown>;

/** The deal that is edited, as it is before. */
interface EditedDeal {
  postId: number;
  record: WrittenDeal;
}

interface EditResult extends CommandResult {
  /** The first deal that the edited one looks like; the messages tell of it, too. */
  duplicate?: PossibleDuplicate | undefined;
}

/** Called in the transaction of an edit; it throws to end it. */
export type WithinEdit = (transaction: Db, deal: EditedDeal, now: Date) => Promise<void>;

/**
 * Changes fields of one deal and leaves the others. From then on, imports leave the fields whose values were changed (`followDeal`). A new
 * price is also noted as observed today; in another currency it is the first observation. A new date decides whether the deal is live, by
 * the rules of imports.
 * @param name thread id, address or `source:sourceId`
 * @param waiting ends the waiting for other commands
 * @throws Refused telling what is wrong
 */
export async function editDeal(
  context: Context,
  name: string,
  { changes: written, poster }: { changes: DealChanges; poster?: string | null | undefined },
  { dryRun = false, within, waiting }: { dryRun?: boolean; within?: WithinEdit; waiting?: AbortSignal },
): Promise<EditResult> {
  const { value: changes, repaired } = repairRecord(written);
  const save = async (transaction: Db, now: Date) => {
    const named = await findDeal(transaction, name);
    if (dealFieldsOf(Object.keys(changes)).includes('schedule')) refuseOffSite([named]);
    const record = await writtenDeal(transaction, named.thread_id, now);
    await within?.(transaction, { postId: named.post_id, record }, now);
    const by = poster === undefined ? {} : poster === null ? NOBODY : await postedBy(transaction, poster);
    const parseContext = { ...parseContextOf(context), now };
    const { wanted, begun } = changed(record, { ...changes, ...by }, parseContext);
    const saved = await saveDeal(transaction, wanted, parseContext);
    const given = Object.keys({ ...changes, ...by });
    const different = differing(record, await writtenDeal(transaction, named.thread_id, now));
    const edited = dealFieldsOf(given).filter((field) => dealFieldsOf(different).includes(field));
    await noteEdited(transaction, [named.thread_id], edited, now);
    const duplicate = saved.saved === 'unchanged' ? undefined : await duplicateOf(transaction, named.thread_id, parseContext.timeZone);
    return { named, ...saved, duplicate, begun, fields: toldFields(given, different) };
  };
  const { named, saved, deal, duplicate, notes, begun, fields } = await editingTransaction(context, save, { dryRun, waiting });
  const followed = named.merged ? ` (${name} was merged into ${deal.thread_id})` : '';
  const warnings = duplicate ? [`Warning: ${duplicate.reason}`] : [];
  if (saved === 'unchanged') return { messages: [`${dealLabel(deal)} is so already; nothing was changed${followed}`], changed: false };
  const schedule = describeSchedule(deal, context.config.region);
  if (dryRun) {
    return {
      messages: [
        `${dealLabel(named)} would be changed (${fields}); nothing was written${followed}`,
        ...(isDated(changes) ? [`Then it ${schedule}`] : []),
        ...begun,
        ...repairLines(repaired),
        ...warnings,
      ],
      changed: false,
      duplicate,
    };
  }
  return {
    messages: [
      `Changed ${fields} of deal ${dealLabel(deal)}${followed}: ${addressOf(context.config.siteUrl, deal)}`,
      `It ${schedule}`,
      ...begun,
      ...repairLines(repaired),
      ...notes,
      ...warnings,
    ],
    changed: true,
    duplicate,
  };
}

const NOBODY = { postedBy: null, postedBySource: null };

const isDated = (changes: DealChanges) => 'startsAt' in changes || 'expiresAt' in changes;

/** The deal as `export` writes it. */
async function writtenDeal(db: Db, threadId: number, now: Date): Promise<WrittenDeal> {
  const [row] = await dealPage(db, { after: threadId - 1, limit: 1, source: undefined, now });
  return required(row, `the deal ${threadId}`).record;
}

/** The fields of the record whose values are others. */
function differing(before: WrittenDeal, after: WrittenDeal): string[] {
  const saved = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).flatMap(([field, value]) => (isDeepStrictEqual(value, saved.get(field)) ? [] : [field]));
}

/** What an edit says that it changed: of the fields that were given those with another value; all where it changed others by them. */
function toldFields(given: string[], different: string[]): string {
  const named = given.filter((field) => field !== 'postedBySource');
  const changed = named.filter((field) => different.includes(field));
  return (changed.length > 0 ? changed : named).join(', ');
}

/** The deal with its changes, and whether its observed prices start afresh, in another currency. @throws Refused like `refuseRelabelled` */
function changed(record: WrittenDeal, changes: DealChanges, parseContext: ParseContext): { wanted: object; begun: string[] } {
  const { updatedAt: _updatedAt, expired, ...kept } = record;
  // Without a new date, a deal that an editor expired stays expired even if its own date is still to come.
  const all = Object.entries({ ...kept, ...(isDated(changes) ? {} : { expired }), ...changes });
  const fields = Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined));
  const { value, amounts } = parseFields('deal', fields, parseContext);
  const named = currency.safeParse(value['currency']);
  // An invalid currency is refused later, together with all other faults.
  const before = named.success && named.data !== record.currency ? record.currency : undefined;
  if (named.success && before !== undefined) refuseRelabelled(record, changes, named.data);
  const cents = amounts.get('price');
  const prices = before === undefined ? observed(record, cents, parseContext) : { prices: [], ...observed({}, cents, parseContext) };
  const begun = before !== undefined && record.prices ? [`Its observed prices begin anew: those from before were in ${before}`] : [];
  return { wanted: { ...fields, ...prices }, begun };
}

const AMOUNTS = ['price', 'listPrice', 'shipping', 'freeShippingFrom'] as const;

/** Amounts of 0 are the same in any currency. @throws Refused when another amount would stay and be relabelled with the new currency */
function refuseRelabelled(record: WrittenDeal, changes: DealChanges, code: string): void {
  const staying = AMOUNTS.filter((field) => record[field] !== undefined && Number(record[field]) !== 0 && !(field in changes));
  if (staying.length === 0) return;
  throw new Refused(
    `currency: would be ${code}, and was ${record.currency}; give ${staying.join(', ')} in ${code} in the same edit, or clear what is optional`,
  );
}

/** Observed prices with today's, when the price is new and an amount. @param before empty where the earlier ones are in another currency */
function observed(before: Partial<WrittenDeal>, cents: number | undefined, { now, timeZone }: ParseContext): Pick<WrittenDeal, 'prices'> {
  const known = 'price' in before ? parsePrice(String(before.price))?.cents : undefined;
  if (cents === undefined || cents === known) return {};
  const today = dayIn(now, timeZone);
  const prices = (before.prices ?? []).filter(([on]) => on !== today);
  return { prices: [...prices, [today, decimal(cents)]] };
}
