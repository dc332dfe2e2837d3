/** How far down a list of results people look. */
export const LOOKED_AT = 10;

/** Share of what is relevant, as far as ten results can hold it, that is among the first ten; from 0 to 1. */
export function recallAt10(found: number[], relevant: ReadonlySet<number>): number {
  const hits = found.slice(0, LOOKED_AT).filter((id) => relevant.has(id)).length;
  return hits / Math.min(LOOKED_AT, relevant.size);
}

/**
 * Normalised discounted cumulative gain of the first ten results: a result's gain is 2^grade − 1, what stands lower counts less
 * (by log2 of its place plus one), and the best order there could be counts as 1. What is not graded gains nothing.
 */
export function ndcgAt10(found: string[], grades: Readonly<Record<string, number>>): number {
  const ideal = discounted(Object.values(grades).toSorted((a, b) => b - a));
  return ideal === 0 ? 0 : discounted(found.map((id) => grades[id] ?? 0)) / ideal;
}

const discounted = (grades: number[]): number =>
  grades.slice(0, LOOKED_AT).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);

/** A share or score as tables show it: a goal of 0.98 is not met by 0.976. */
export const scoreText = (score: number): string => score.toFixed(3);

/** The mean, to four decimals. */
export function mean(values: number[]): number {
  return Math.round((10_000 * values.reduce((sum, value) => sum + value, 0)) / values.length) / 10_000;
}
