import { expect, test } from 'vitest';
import { categoryInSentence, categoryTitle } from '../../../src/features/feeds/category-title.ts';

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

test.each([
  ['Solid-state drives', 'solid-state drives'],
  ['Mice & trackballs', 'mice & trackballs'],
  ['Home & Kitchen', 'home & kitchen'],
  ['PC cases', 'PC cases'],
  ['TVs', 'TVs'],
  ['USB-C hubs', 'USB-C hubs'],
  ['3D printers', '3D printers'],
  ['Écrans', 'écrans'],
])('%s are %s within a sentence', (name, words) => {
  expect(categoryInSentence(name)).toBe(words);
});
