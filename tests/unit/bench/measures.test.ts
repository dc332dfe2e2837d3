import { describe, expect, test } from 'vitest';
import { mean, ndcgAt10, recallAt10 } from '../../bench/search/measures.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('recall of ten results', () => {
  test('is the share of the relevant ones that are among them', () => {
    expect(recallAt10([7, 1, 8, 2], new Set([1, 2, 3, 4]))).toBe(0.5);
    expect(recallAt10([], new Set([1]))).toBe(0);
  });

  test('asks for no more than ten can hold', () => {
    expect(recallAt10(ids(10), new Set(ids(25)))).toBe(1);
  });

  test('does not look at the eleventh', () => {
    expect(recallAt10([...ids(10), 99], new Set([99]))).toBe(0);
  });
});

describe('nDCG of ten results', () => {
  const grades = { best: 3, good: 2, near: 1 };

  test('is 1 for the best order, whatever follows', () => {
    expect(ndcgAt10(['best', 'good', 'near', 'other'], grades)).toBe(1);
  });

  test('discounts what stands lower by the logarithm of its place', () => {
    const ideal = 7 + 3 / Math.log2(3) + 1 / 2;
    expect(ndcgAt10(['other', 'best'], grades)).toBeCloseTo(7 / Math.log2(3) / ideal, 10);
    expect(ndcgAt10(['near', 'good', 'best'], grades)).toBeCloseTo((1 + 3 / Math.log2(3) + 7 / 2) / ideal, 10);
  });

  test('counts ten results, of the found and of the best', () => {
    const many = Object.fromEntries(ids(12).map((id) => [`d${id}`, 3]));
    expect(ndcgAt10(Object.keys(many).slice(0, 10), many)).toBe(1);
    expect(ndcgAt10([...ids(10).map((id) => `other${id}`), 'd1'], many)).toBe(0);
  });

  test('is 0 when nothing was found', () => {
    expect(ndcgAt10([], grades)).toBe(0);
  });
});

test('a mean has four decimals', () => {
  expect(mean([1, 0, 0])).toBe(0.3333);
});
