import type { ImportReport } from '../features/catalogue-files/import-report.ts';
import { counted } from '../lib/counted.ts';

const MOST = 20;

/** Which fields of deals an import left because editors changed them. */
export function keptLines({ kept, keptCount, dryRun }: Pick<ImportReport, 'kept' | 'keptCount' | 'dryRun'>): string[] {
  if (keptCount === 0) return [];
  const together = kept.some(({ fields }) => fields.some((one) => one.with !== undefined));
  const lines = kept.slice(0, MOST).map(({ threadId, title, fields }) => {
    const each = fields.map(({ field, on, with: other }) => `${field} (${other === undefined ? '' : `with ${other}, `}${on})`).join(', ');
    return `  deal ${threadId} "${title}": ${each}`;
  });
  return [
    '',
    `Edited here and ${dryRun ? 'would be kept' : 'kept'} as they are, though the files differ (${counted(keptCount, 'deal')}):`,
    ...lines,
    ...(keptCount > lines.length ? [`  … and ${keptCount - lines.length} more`] : []),
    ...(together
      ? ['What is kept "with" another field would contradict it in the files, such as a list price that is no more than the price.']
      : []),
    '"edit DEAL --follow FIELD" lets imports change a field again; "import --follow" does so for all of these.',
  ];
}
