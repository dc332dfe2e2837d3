import type { MendedField } from '../catalogue-files/mend-text.ts';

/** Messages for an editor about texts of a deal that were repaired. */
export const mendedLines = (mended: MendedField[]): string[] => mended.map(({ field, what }) => `Repaired ${field}: ${what}`);
