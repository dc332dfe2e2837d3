import { expect, test } from 'vitest';
import { categoryTitle } from '../../../src/features/feeds/category-title.ts';

test.each([
  ['Monitors', 'Monitor deals'],
  ['Solid-state drives', 'Solid-state drive deals'],
  ['Groceries', 'Grocery deals'],
  ['SSDs', 'SSD deals'],
  ['Music', 'Music deals'],
  ['Electronics', 'Electronics deals'],
  ['Computers & parts', 'Computers & parts deals'],
])('the deals of %s are %s', (name, title) => {
  expect(categoryTitle(name)).toBe(title);
});
