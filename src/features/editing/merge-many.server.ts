import type { Context } from '../../server/context.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { Refused } from '../../lib/refused.ts';
import type { Db } from '../../server/db/database.ts';
import { editingTransaction } from './editing-transaction.server.ts';
import { mergeInto } from './merge-deals.server.ts';
import { dealLabel, findDeal, type NamedDeal } from './named-deals.server.ts';
import { offSiteProblems } from './off-site.server.ts';
import { counted } from '../../lib/counted.ts';

/** A row of a file of duplicates: the deal that goes and the one that stays, as editors name them. */
export interface MergeRow {
  line: number;
  duplicate: string;
  into: string;
}

interface Merge {
  line: number;
  duplicate: NamedDeal;
  into: NamedDeal;
}

const MOST_LISTED_PROBLEMS = 20;

/**
 * Merges the deals of all rows, or none. Rows may form chains, in any order: a deal that others are merged into may be merged into another
 * itself. In a circle of rows, the row that closes it does nothing. Deals that were merged before are left as they are.
 * @throws Refused telling every line that is wrong
 */
export function mergeMany(context: Context, rows: MergeRow[], { dryRun = false }: { dryRun?: boolean } = {}): Promise<CommandResult> {
  const merge = async (transaction: Db, now: Date): Promise<CommandResult> => {
    const { merges, known } = await readMerges(transaction, rows);
    const goesInto = new Map<number, NamedDeal>();
    const staying = (deal: NamedDeal): NamedDeal => {
      const next = goesInto.get(deal.thread_id);
      return next ? staying(next) : deal;
    };
    const messages: string[] = [];
    for (const { line, duplicate, into } of merges) {
      const stays = staying(into);
      if (stays.thread_id === staying(duplicate).thread_id) {
        messages.push(`line ${line}: ${dealLabel(duplicate)} and ${dealLabel(into)} are one by the lines above`);
        continue;
      }
      const moved = await mergeInto(transaction, duplicate, stays, now);
      goesInto.set(duplicate.thread_id, stays);
      messages.push(`line ${line}: ${dealLabel(duplicate)} into ${dealLabel(stays)}: ${moved}`);
    }
    // Only now is it known which deals stay: one that is off the site may be merged into another itself.
    refuseLines(merges.flatMap(({ line, into }) => offSiteProblems([staying(into)]).map((problem) => `line ${line}: ${problem}`)));
    return { messages: [...shortened(messages), summary(goesInto.size, known, dryRun)], changed: goesInto.size > 0 && !dryRun };
  };
  return editingTransaction(context, merge, { dryRun });
}

/** Finds the deals of all rows. @returns also how many rows name deals that are merged already */
async function readMerges(transaction: Db, rows: MergeRow[]): Promise<{ merges: Merge[]; known: number }> {
  const problems: string[] = [];
  const merges = new Map<number, Merge>();
  let known = 0;
  for (const row of rows) {
    const duplicate = await findNamed(transaction, row, 'duplicate', problems);
    const into = await findNamed(transaction, row, 'into', problems);
    if (!duplicate || !into) continue;
    if (duplicate.merged && duplicate.thread_id === into.thread_id) {
      known++;
      continue;
    }
    const { line } = row;
    const before = merges.get(duplicate.thread_id);
    const problem = mergeProblem(row, duplicate, into, before);
    if (problem !== undefined) problems.push(`line ${line}: ${problem}`);
    else if (!before) merges.set(duplicate.thread_id, { line, duplicate, into });
  }
  refuseLines(problems);
  return { merges: [...merges.values()], known };
}

/** Finds a deal that a row names; what is wrong with the name is added to `problems`. */
async function findNamed(transaction: Db, row: MergeRow, name: 'duplicate' | 'into', problems: string[]): Promise<NamedDeal | undefined> {
  try {
    return await findDeal(transaction, row[name]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    for (const problem of error.lines) problems.push(`line ${row.line}: ${problem}`);
    return undefined;
  }
}

/** Why a row cannot be carried out; undefined if it can. @param before the row above that merges the same deal, if there is one */
function mergeProblem(names: MergeRow, duplicate: NamedDeal, into: NamedDeal, before: Merge | undefined): string | undefined {
  if (duplicate.merged) return `${names.duplicate} was merged into ${dealLabel(duplicate)} before; to merge that one too, name it`;
  if (duplicate.thread_id === into.thread_id)
    return `${names.duplicate} and ${names.into} are the same deal, ${dealLabel(into)}; take the line out`;
  if (before && before.into.thread_id !== into.thread_id)
    return `${dealLabel(duplicate)} goes into ${dealLabel(before.into)} by line ${before.line} already; keep one of the two lines`;
  return undefined;
}

function refuseLines(problems: string[]): void {
  if (problems.length > 0) throw new Refused(...problems, 'Nothing was merged: correct or remove these lines, then merge again.');
}

const shortened = (messages: string[]) =>
  messages.length <= MOST_LISTED_PROBLEMS
    ? messages
    : [...messages.slice(0, MOST_LISTED_PROBLEMS), `… and ${messages.length - MOST_LISTED_PROBLEMS} more lines`];

function summary(merged: number, known: number, dryRun: boolean): string {
  const deals = counted(merged, 'deal');
  const before = known > 0 ? `; ${known} had been merged before` : '';
  return dryRun ? `${deals} would be merged; nothing was written${before}` : `Merged ${deals}${before}`;
}
