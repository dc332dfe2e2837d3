/** How many edits away a word may be of what was meant: one in 4 to 7 letters, two in longer ones. */
export const editsAllowed = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/**
 * How many letters must be put in, left out, replaced, or swapped with the next one to make `typed` of `word`; or of any
 * beginning of `word`, for a word that is still being typed.
 */
export function editsBetween(typed: string, word: string, { begun = false } = {}): number {
  const rows: number[][] = [Array.from({ length: word.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= word.length; j++) {
      const same = typed[i - 1] === word[j - 1];
      let edits = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) edits = Math.min(edits, rows[i - 2]![j - 2]! + 1);
      row.push(edits);
    }
    rows.push(row);
  }
  const last = rows.at(-1)!;
  return begun ? Math.min(...last) : last.at(-1)!;
}
