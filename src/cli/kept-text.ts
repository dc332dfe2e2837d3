import type { ImportReport } from '../features/catalogue-files/import-report.ts';
import { counted } from '../lib/counted.ts';

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
    `Edited here and ${dryRun ? 'would be kept' : 'kept'} as they are, though the files differ (${counted(keptCount, 'deal')}):`,
    ...lines,
    ...(keptCount > lines.length ? [`  … and ${keptCount - lines.length} more`] : []),
    '"edit DEAL --follow FIELD" lets imports change a field again; "import --follow" does so for all of these.',
  ];
}
