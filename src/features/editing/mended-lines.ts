import type { MendedField } from '../catalogue-files/mend-text.ts';

/** What an editor is told of texts of a deal that were put right. */
export const mendedLines = (mended: MendedField[]): string[] => mended.map(({ field, what }) => `Repaired ${field}: ${what}`);
