import type { ImportReport } from '../features/catalogue-files/import-report.ts';
import { recordLine } from '../features/catalogue-files/record-line.ts';
import { tableText } from './table-text.ts';

/** What a dry run would change, as a table. */
export function changesLines({ changes, changeCount }: Pick<ImportReport, 'changes' | 'changeCount'>): string[] {
  if (changes.length === 0) return [];
  const rows = changes.flatMap((change) =>
    change.fields.map(({ field, from, to }, at) => [
      at === 0 ? recordLine(change.type, change.id, change) : '',
      field,
      from ?? '-',
      to ?? '-',
    ]),
  );
  const more = changeCount - changes.length;
  return [
    '',
    tableText(['would change', 'field', 'is', 'becomes'], rows),
    ...(more > 0 ? [`… and ${more} more, ${changeCount} in all; "--json" has all of them.`] : []),
  ];
}
