import type { RecordType } from '../catalogue/record.ts';

/** What identifies a record: its slug, or its source and the id there; and its name, title or first words. */
export interface RecordLabel {
  key: string;
  title: string;
}

/** A record in a line for editors: a deal by its thread id, others by what identifies them. */
export const recordLine = (type: RecordType, id: number, label: RecordLabel | undefined) =>
  `${type} ${type === 'deal' ? id : (label?.key ?? id)}${label ? ` "${label.title}"` : ''}`;
