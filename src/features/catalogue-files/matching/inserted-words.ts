/** More inserted words than this are a longer description, not another product's name. */
const MOST_INSERTED = 2;

/**
 * The one or two words inside a title that is otherwise equal to another, word for word; none if the two differ elsewhere. Two people
 * hardly write the same title except for a word in the middle, while a store's list of similar products does.
 */
export function insertedWords(one: string[], other: string[]): string[] {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length === long.length) return [];
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  const more = long.length - short.length;
  const rest = short.slice(same);
  const isInside = same > 0 && more <= MOST_INSERTED && rest.length > 0 && rest.every((word, index) => word === long[same + more + index]);
  return isInside ? long.slice(same, same + more) : [];
}
