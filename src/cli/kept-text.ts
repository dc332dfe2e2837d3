import type { ImportReport } from '../features/catalogue-files/import-report.ts';

const MOST = 20;

/** Which fields of deals an import left because editors changed them. */
export function keptLines({ kept, keptCount, dryRun }: Pick<ImportReport, 'kept' | 'keptCount' | 'dryRun'>): string[] {
  if (keptCount === 0) return [];
  const lines = kept.slice(0, MOST).map(({ threadId, title, fields }) => {
    const each = fields.map(({ field, on }) => `${field} (${on})`).join(', ');
    return `  deal ${threadId} "${title}": ${each}`;
  });
  return [
    '',
    `Changed here, and ${dryRun ? 'would be kept' : 'kept'}, of ${keptCount} ${keptCount === 1 ? 'deal' : 'deals'}; the files say otherwise:`,
    ...lines,
    ...(keptCount > lines.length ? [`  … and ${keptCount - lines.length} more`] : []),
    '"edit DEAL --follow FIELD" leaves a field to imports again, "import --follow" takes the files for all of them.',
  ];
}
