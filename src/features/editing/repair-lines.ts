import type { RepairedField } from '../catalogue-files/repair-text.ts';

/** Messages for an editor about texts of a deal that were repaired. */
export const repairLines = (repaired: RepairedField[]): string[] => repaired.map(({ field, what }) => `Repaired ${field}: ${what}`);
