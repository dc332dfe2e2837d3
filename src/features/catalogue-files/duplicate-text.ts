import { dealPath } from '../deals/deal.ts';
import { withoutFormula } from '../../lib/csv-cell.ts';
import { decimal } from '../../lib/money.ts';
import { dayIn } from '../../server/read-date.ts';
import { isFeed } from './feed-file.ts';
import type { Duplicate, DuplicateDeal } from './posted-row.server.ts';

/** A pair of duplicates as `merge --from` accepts it, with what an editor needs to judge it. */
export interface DuplicateRow {
  duplicate: string;
  into: string;
  title: string;
  otherTitle: string;
  reason: string;
}

/** How deals are named in messages: by thread id and address, or by their lines while they have no thread id yet. */
interface TextOptions {
  /** Files by their numbers. */
  files?: string[];
  /** Nothing is written, so the deals of the files have no final thread ids. */
  dryRun?: boolean;
  /** In which days are written. */
  timeZone: string;
  /** Leaves out the id of the later deal, which is shown beside the message. */
  withoutId?: boolean;
}

/** The message about a duplicate. */
export function duplicateText({ deal, into, matchedBy }: Duplicate, options: TextOptions): string {
  const own = options.withoutId || isUnwritten(deal, options) ? '' : `deal ${deal.threadId} `;
  const how =
    matchedBy === 'price' ? 'at the same store and price' : `at the same store, with a coupon (${priceOf(deal)} and ${priceOf(into)})`;
  return `${own}"${deal.title}" looks like the same product ${how} as ${otherText(deal, into, options)}`;
}

function otherText(deal: DuplicateDeal, into: DuplicateDeal, options: TextOptions): string {
  const address = `deal ${into.threadId} ${dealPath(into)}`;
  if (into.line === null || into.file === null) return `${address}, posted ${dayIn(into.postedAt, options.timeZone)}`;
  const product = isFeed(options.files?.[into.file] ?? '') ? `product ${JSON.stringify(into.sourceId)} in ` : '';
  const line = `${product}line ${into.line}${into.file === deal.file ? '' : ` of ${options.files?.[into.file]}`}`;
  return isUnwritten(into, options) ? line : `${line} (${address})`;
}

/** A pair as a row of a file: deals that are not written yet by their source, the others by thread id. */
export function duplicateRow(duplicate: Duplicate, options: TextOptions): DuplicateRow {
  const { deal, into } = duplicate;
  const name = (named: DuplicateDeal) => (isUnwritten(named, options) ? `${named.source}:${named.sourceId}` : String(named.threadId));
  return { duplicate: name(deal), into: name(into), title: deal.title, otherTitle: into.title, reason: duplicateText(duplicate, options) };
}

const isUnwritten = ({ seq }: DuplicateDeal, { dryRun }: TextOptions) => dryRun === true && seq !== null;
const priceOf = ({ priceCents }: DuplicateDeal) => (priceCents === null ? 'no price' : decimal(priceCents));

/** The first line of a file of duplicates. */
export const DUPLICATE_HEADER = 'duplicate,into,title,other title,reason';

/** A row as a line of CSV. */
export const duplicateLine = ({ duplicate, into, title, otherTitle, reason }: DuplicateRow): string =>
  [duplicate, into, title, otherTitle, reason].map(cell).join(',');

const cell = (text: string) =>
  `"${withoutFormula(text)
    .replaceAll('"', '""')
    .replaceAll(/[\r\n]+/g, ' ')}"`;
