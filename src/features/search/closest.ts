/** A word of titles, and the number of deals that have it in the title. */
export interface KnownWord {
  word: string;
  deals: number;
}

/** Sorts after every letter: words between `prefix` and `prefix + LAST_CHARACTER` begin with the prefix. */
export const LAST_CHARACTER = '\u{10ffff}';

/** How many typos are corrected: one in words of 4 to 7 letters, two in longer ones. */
export const mostEdits = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

const MOST_CLOSEST = 3;

/**
 * The known words that somebody meant who typed `word`: those with the fewest edits, the same first letter and the most
 * deals first. Figures are never taken for typos: a 4070 is no 4080.
 */
export function closestWords<T extends KnownWord>(word: string, known: T[]): T[] {
  const most = mostEdits(word);
  const digits = digitsOf(word);
  const near = known.flatMap((other) => {
    if (digitsOf(other.word) !== digits) return [];
    const edits = editsBetween(word, other.word, most);
    return edits === 0 || edits > most ? [] : [{ other, edits: edits + (other.word[0] === word[0] ? 0 : 0.5) }];
  });
  near.sort((a, b) => a.edits - b.edits || b.other.deals - a.other.deals || (a.other.word < b.other.word ? -1 : 1));
  const fewest = near[0]?.edits ?? 0;
  return near
    .filter(({ edits }) => edits === fewest)
    .slice(0, MOST_CLOSEST)
    .map(({ other }) => other);
}

/** The figures of a word. */
export const digitsOf = (word: string) => word.replace(/\D+/g, ' ');

/** Edit distance of two words (insertions, deletions, substitutions, transpositions); `most + 1` when it exceeds `most`. */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let edits = b.length;
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row: number[] = [];
    let diagonal = 0;
    let j = 0;
    for (const above of last) {
      edits = j === 0 ? i : Math.min(above + 1, edits + 1, diagonal + (a[i - 1] === b[j - 1] ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2] : undefined;
      if (swapped !== undefined) edits = Math.min(edits, swapped + 1);
      row.push(edits);
      diagonal = above;
      j++;
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return Math.min(edits, most + 1);
}

/** A word with two neighbouring letters swapped, and with one letter left out: typos that are not within one half of a word. */
export function deletionsAndTranspositions(word: string): string[] {
  const letters = [...word];
  const all = new Set<string>();
  for (const [index, letter] of letters.entries()) {
    all.add(letters.toSpliced(index, 1).join(''));
    const before = letters[index - 1];
    if (before !== undefined) all.add(letters.toSpliced(index - 1, 2, letter, before).join(''));
  }
  all.delete(word);
  return [...all];
}
