/** A word without its plural's ending. */
export function singular(word: string): string {
  if (word.length < 4 || /\d/.test(word) || word.endsWith('ss')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
