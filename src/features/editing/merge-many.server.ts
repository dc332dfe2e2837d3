import type { Context } from '../../server/context.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { Refused } from '../../lib/refused.ts';
import type { Db } from '../../server/db/database.ts';
import { editingTransaction } from './editing-transaction.server.ts';
import { endsLive, mergeAtOnce } from './merge-deals.server.ts';
import { dealLabel, lookUpDeals, type NamedDeal } from './named-deals.server.ts';
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
/** The comments and prices of more could be noted as a change of everything (migration 0002). */
const MOST_AT_ONCE = 50;

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
      let stays = deal;
      for (let next; (next = goesInto.get(stays.thread_id));) stays = next;
      return stays;
    };
    const told: { line: number; message: string }[] = [];
    const steps: Merge[] = [];
    for (const { line, duplicate, into } of merges) {
      const stays = staying(into);
      if (stays.thread_id === staying(duplicate).thread_id) {
        told.push({ line, message: `${dealLabel(duplicate)} and ${dealLabel(into)} are one by the lines above` });
        continue;
      }
      goesInto.set(duplicate.thread_id, stays);
      steps.push({ line, duplicate, into: stays });
    }
    // Only now is it known which deals stay: one that is off the site may be merged into another itself.
    refuseLines(merges.flatMap(({ line, into }) => offSiteProblems([staying(into)]).map((problem) => `line ${line}: ${problem}`)));
    for (const some of atOnce(steps)) {
      const moved = await mergeAtOnce(transaction, some, now);
      for (const [at, { line, duplicate, into }] of some.entries()) {
        const ended = endsLive(duplicate, into) ? `; warning: ${into.thread_id} has expired, and ${duplicate.thread_id} had not` : '';
        told.push({ line, message: `${dealLabel(duplicate)} into ${dealLabel(into)}: ${moved[at]}${ended}` });
      }
    }
    const messages = told.toSorted((a, b) => a.line - b.line).map(({ line, message }) => `line ${line}: ${message}`);
    return { messages: [...shortened(messages), summary(goesInto.size, known, dryRun)], changed: goesInto.size > 0 && !dryRun };
  };
  return editingTransaction(context, merge, { dryRun });
}

/**
 * Splits merges into what is done at once, in order: each deal is in a part once, and merges of the same deal keep their order.
 * One after the other they would take some 25 statements each.
 */
function atOnce(merges: Merge[]): Merge[][] {
  const rounds: Merge[][] = [];
  const next = new Map<number, number>();
  for (const merge of merges) {
    const threads = [merge.duplicate.thread_id, merge.into.thread_id];
    const round = Math.max(...threads.map((id) => next.get(id) ?? 0));
    (rounds[round] ??= []).push(merge);
    for (const id of threads) next.set(id, round + 1);
  }
  return rounds.flatMap((round) =>
    Array.from({ length: Math.ceil(round.length / MOST_AT_ONCE) }, (_, at) => round.slice(at * MOST_AT_ONCE, (at + 1) * MOST_AT_ONCE)),
  );
}

/** Finds the deals of all rows. @returns also how many rows name deals that are merged already */
async function readMerges(transaction: Db, rows: MergeRow[]): Promise<{ merges: Merge[]; known: number }> {
  const { deals, problems: unknown } = await lookUpDeals(
    transaction,
    rows.flatMap(({ duplicate, into }) => [duplicate, into]),
  );
  const problems: string[] = [];
  const merges = new Map<number, Merge>();
  let known = 0;
  for (const row of rows) {
    const { line } = row;
    for (const name of [row.duplicate, row.into]) {
      const problem = unknown.get(name);
      if (problem !== undefined) problems.push(`line ${line}: ${problem}`);
    }
    const [duplicate, into] = [deals.get(row.duplicate), deals.get(row.into)];
    if (!duplicate || !into) continue;
    if (duplicate.merged && duplicate.thread_id === into.thread_id) {
      known++;
      continue;
    }
    const before = merges.get(duplicate.thread_id);
    const problem = mergeProblem(row, duplicate, into, before);
    if (problem !== undefined) problems.push(`line ${line}: ${problem}`);
    else if (!before) merges.set(duplicate.thread_id, { line, duplicate, into });
  }
  refuseLines(problems);
  return { merges: [...merges.values()], known };
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
