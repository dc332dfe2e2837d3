import pluralize from 'pluralize';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { dayIn } from '../../server/read-date.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import type { Progress } from '../../lib/progress.ts';
import { Refused } from '../../lib/refused.ts';
import { refuseCycles } from '../catalogue/cycles.server.ts';
import { closeUndone } from '../catalogue-files/import-log.server.ts';
import { listImports } from '../catalogue-files/list-imports.server.ts';
import { recordLines } from '../catalogue-files/record-labels.server.ts';
import { UNDOABLE_TEXT } from '../catalogue-files/undoable.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import { editingTransaction } from './editing-transaction.server.ts';
import { removeAdded } from './remove-added.server.ts';
import { restoreChanged } from './restore-changed.server.ts';
import { counted } from '../../lib/counted.ts';

const MOST_LISTED = 20;

interface UndoOptions {
  dryRun?: boolean;
  /** Ends the work and takes it back, until it is final. */
  signal?: AbortSignal;
  onProgress?(progress: Progress): void | Promise<void>;
}

/**
 * Undoes an import, all or nothing: what it added is deleted, and what it changed is restored. Whatever was changed since is kept
 * and listed, and deals that members voted or commented on are expired instead of deleted.
 * @param options.onProgress called after each piece of the work; an error thrown in it ends the work and takes it back
 * @throws Refused when there is no such import, or it cannot be undone any more
 */
export function undoImport(context: Context, id: number, options: UndoOptions): Promise<CommandResult> {
  const { dryRun = false, signal, onProgress = () => undefined } = options;
  const undo = async (transaction: Db, now: Date): Promise<CommandResult> => {
    await refuseUndone(transaction, id, context.config.region.timeZone);
    const { restored, gone, left } = await restoreChanged(transaction, id, onProgress);
    await refuseCycles(transaction);
    const { removed, expired, gone: goneBefore, stays } = await removeAdded(transaction, id, now, onProgress);
    await closeUndone(transaction, id, now);
    const taken = RECORD_TYPES.filter((type) => removed[type] > 0).map((type) => counted(removed[type], type, { plural: pluralize(type) }));
    const messages = [
      dryRun ? `Undoing import ${id} would do this; nothing was written:` : `Undid import ${id}:`,
      ...(taken.length > 0 ? [`  removed what it added: ${taken.join(', ')}`] : []),
      ...(restored > 0 ? [`  restored ${counted(restored, 'record')} that it changed`] : []),
      ...(taken.length === 0 && restored === 0 && expired.length === 0 ? ['  nothing: its records are gone or were changed since'] : []),
      ...(gone > 0 ? [`  not restored, because they are gone since: ${counted(gone, 'record')}`] : []),
      ...(goneBefore > 0 ? [`  not removed, because they are gone already: ${counted(goneBefore, 'record')}`] : []),
      ...(await listRecords(
        transaction,
        'Expired and not removed, because members voted or commented on them ("delete" removes them):',
        expired.map((deal) => ({ type: 'deal' as const, id: deal, what: '' })),
      )),
      ...(await listRecords(
        transaction,
        'Not restored, because they were changed since:',
        left.map(({ type, id: record, fields, together }) => {
          const each = fields.map((field) => (together.includes(field) ? `${field} (would contradict what was changed)` : field));
          return { type, id: record, what: `: ${each.join(', ')}` };
        }),
      )),
      ...(await listRecords(
        transaction,
        'Not removed, because they were changed since or are still in use:',
        stays.map(({ type, id: record }) => ({ type, id: record, what: '' })),
      )),
    ];
    return { messages, changed: !dryRun };
  };
  return editingTransaction(context, undo, { dryRun, long: true, signal });
}

async function refuseUndone(db: Db, id: number, timeZone: string): Promise<void> {
  const [listed] = await listImports(db, { id });
  if (!listed) throw new Refused(`there is no import ${id}; "imports" lists them`);
  if (listed.undoneAt !== null) throw new Refused(`import ${id} was already undone on ${dayIn(new Date(listed.undoneAt), timeZone)}`);
  if (!listed.undoable) {
    throw new Refused(`import ${id} of ${dayIn(new Date(listed.at), timeZone)} can no longer be undone: ${UNDOABLE_TEXT}`);
  }
}

async function listRecords(db: Db, heading: string, all: { type: RecordType; id: number; what: string }[]): Promise<string[]> {
  if (all.length === 0) return [];
  const first = all.slice(0, MOST_LISTED);
  const lines = (await recordLines(db, first)).map((line, at) => `  ${line}${first[at]?.what ?? ''}`);
  return [heading, ...lines, ...(all.length > first.length ? [`  … and ${all.length - first.length} more, ${all.length} in all`] : [])];
}
