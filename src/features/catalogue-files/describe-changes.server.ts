import type { Db } from '../../server/db/database.ts';
import type { ChangedFields } from '../../server/db/schema/imports.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import { writtenFields, type RecordChange } from './field-changes.ts';
import type { ImportReport } from './import-report.ts';
import { changedBy, countChanged } from './import-log.server.ts';
import { recordLabels } from './record-labels.server.ts';
import type { RecordLabel } from './record-line.ts';
import { append } from '../../lib/append.ts';

const RECORDS_AT_ONCE = 500;

const MOST_REPORTED = 20;

interface ReportOptions {
  /** Gets the first changes. */
  report: ImportReport;
  timeZone: string;
  /** Called with how many of the changed records are described. */
  onProgress(done: number, total: number): void | Promise<void>;
  /** Gets all changes, some records at a time. */
  onChanges?: ((changes: RecordChange[]) => void) | undefined;
}

/** Describes what an import changed, by record and field, within the transaction of the import. */
export async function reportChanges(
  transaction: Db,
  importId: number,
  { report, timeZone, onProgress, onChanges }: ReportOptions,
): Promise<void> {
  const total = await countChanged(transaction, importId);
  let done = 0;
  await onProgress(0, total);
  for (const type of RECORD_TYPES) {
    let page: { id: number; fields: ChangedFields }[];
    let after = 0;
    do {
      page = await changedBy(transaction, importId, type, { after, limit: RECORDS_AT_ONCE });
      const changes = await inWords(transaction, type, page, timeZone);
      report.changeCount += changes.length;
      append(report.changes, changes.slice(0, MOST_REPORTED - report.changes.length));
      onChanges?.(changes);
      after = page.at(-1)?.id ?? after;
      if (page.length > 0) await onProgress((done += page.length), total);
    } while (page.length === RECORDS_AT_ONCE);
  }
}

async function inWords(db: Db, type: RecordType, page: { id: number; fields: ChangedFields }[], timeZone: string): Promise<RecordChange[]> {
  const labels = await recordLabels(
    db,
    type,
    page.map(({ id }) => id),
  );
  const names = await namesOf(db, type, page);
  return page.flatMap(({ id, fields }) => {
    const written = writtenFields(fields, (column, value) => names.get(referenceOf(type, column) ?? type)?.get(value), timeZone);
    const { key, title } = labels.get(id) ?? { key: String(id), title: '' };
    return written.length > 0 ? [{ type, id, key, title, fields: written }] : [];
  });
}

/** What the columns that hold ids refer to. */
const REFERENCES: Record<string, RecordType> = {
  store_id: 'store',
  brand_id: 'brand',
  category_id: 'category',
  forum_id: 'forum',
  posted_by: 'member',
  user_id: 'member',
  thread_id: 'deal',
};

function referenceOf(type: RecordType, column: string): RecordType | undefined {
  if (column === 'parent_id') return type;
  return column.startsWith('collections.') ? 'collection' : REFERENCES[column];
}

async function namesOf(db: Db, type: RecordType, page: { fields: ChangedFields }[]): Promise<Map<RecordType, Map<number, RecordLabel>>> {
  const ids = new Map<RecordType, Set<number>>();
  for (const { fields } of page) {
    for (const [column, values] of Object.entries(fields)) {
      const to = referenceOf(type, column);
      if (!to) continue;
      const wanted = ids.get(to) ?? new Set();
      ids.set(to, wanted);
      for (const id of to === 'collection' ? [Number(column.slice('collections.'.length))] : values) {
        if (typeof id === 'number') wanted.add(id);
      }
    }
  }
  const names = new Map<RecordType, Map<number, RecordLabel>>();
  for (const [to, wanted] of ids) names.set(to, await recordLabels(db, to, [...wanted]));
  return names;
}
