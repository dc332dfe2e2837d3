import { expect, test } from 'vitest';
import { byReporter } from '../../../src/features/reports/reporters.ts';

const by = (person: number, network: string | null, browser: string | null = null) => ({ person, network, browser });

test('reports of one member, network or browser are one reporter’s', () => {
  expect(byReporter([by(1, 'n1', 'b1'), by(2, 'n2', 'b2'), by(3, 'n3', 'b3')])).toHaveLength(3);
  expect(byReporter([by(1, 'n1'), by(1, 'n2')])).toHaveLength(1);
  expect(byReporter([by(1, 'n1'), by(2, 'n1'), by(3, 'n2')])).toHaveLength(2);
  expect(byReporter([by(1, 'n1', 'b1'), by(2, 'n2', 'b1')])).toHaveLength(1);
});

test('also by way of others, in any order', () => {
  const chain = [by(1, 'n1', 'b1'), by(2, 'n2', 'b1'), by(3, 'n2', 'b3'), by(4, 'n4', 'b3')];
  expect(byReporter(chain)).toHaveLength(1);
  expect(byReporter([chain[0]!, chain[2]!, chain[1]!, chain[3]!])).toHaveLength(1);
  expect(byReporter([chain[0]!, chain[3]!, chain[2]!])).toHaveLength(2);
});

test('what is not known joins nobody, and a network is no browser', () => {
  expect(byReporter([by(1, null), by(2, null)])).toHaveLength(2);
  expect(byReporter([by(1, 'x', null), by(2, null, 'x')])).toHaveLength(2);
});
