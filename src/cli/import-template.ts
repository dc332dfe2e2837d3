import { FIELD_TEXTS, type FieldText } from '../features/catalogue/field-texts.ts';
import { FIELDS, type RecordType } from '../features/catalogue/record.ts';
import { csvCell } from '../lib/csv-cell.ts';

/** A starter file of CSV: the fields of a type, and a record that can be imported. */
export function importTemplate(type: RecordType): string {
  const texts: Record<string, FieldText> = FIELD_TEXTS[type];
  const names = FIELDS[type];
  return `${names.join(',')}\n${names.map((name) => csvCell(name === 'type' ? type : (texts[name]?.example ?? ''))).join(',')}\n`;
}
