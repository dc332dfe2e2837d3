import { basename } from 'node:path';
import pluralize from 'pluralize';
import type { ListedImport } from '../features/catalogue-files/list-imports.server.ts';
import { UNDOABLE_TEXT } from '../features/catalogue-files/undoable.ts';
import { tableText } from './table-text.ts';
import { counted } from '../lib/counted.ts';

/** The imports as the command line prints them: a table, and why some can no longer be undone. */
export function importsText(imports: ListedImport[]): string {
  if (imports.length === 0) return 'No imports yet.';
  const rows = imports.map((one) => [
    String(one.id),
    one.at,
    one.by ?? 'the site',
    countsText(one.added),
    countsText(one.changed),
    countsText(one.expired),
    stateText(one),
    [...(one.source === null ? [] : [`(${one.source})`]), ...one.files.map((file) => basename(file))].join(' '),
  ]);
  const old = imports.filter(({ undoable, undoneAt }) => !undoable && undoneAt === null).length;
  return [
    tableText(['id', 'when', 'by', 'added', 'changed', 'expired', '', 'files'], rows),
    ...(old > 0 ? [`Some can no longer be undone: ${UNDOABLE_TEXT}.`] : []),
  ].join('\n');
}

const countsText = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([type, count]) => counted(count, type, { plural: pluralize(type) }))
    .join(', ') || '-';

function stateText({ undoneAt, undoable }: ListedImport): string {
  if (undoneAt !== null) return `undone ${undoneAt}`;
  return undoable ? '' : 'cannot be undone';
}
