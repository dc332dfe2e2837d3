import { expect, test } from 'vitest';
import { phrasesOf } from '../../../../src/features/search/suggestions/title-phrases.ts';

const nameOf = (title: string) => phrasesOf(title).find(({ kind }) => kind === 'name')?.phrase;

test.each([
  ['Corsair ML140 Pro case fan, 140 mm, PWM', 'Corsair ML140 Pro'],
  ['Gigabyte M27Q 27" 1440p 170 Hz IPS monitor', 'Gigabyte M27Q'],
  ['ADATA SD700 256 GB portable external drive', 'ADATA SD700'],
  ['Asus B75M-Plus LGA1155 Micro ATX motherboard', 'Asus B75M-Plus'],
  ['[Prime] $20 off Anker 737 Power Bank (PowerCore 24K) w/ 140W', 'Anker 737 Power Bank'],
  ['Samsung 2TB 990 PRO NVMe SSD $120', 'Samsung 990 PRO'],
  ['2-Pack Amazon Basics AA Batteries', 'Amazon Basics AA Batteries'],
  ['Wireless mouse, black', 'Wireless mouse'],
  ['Urban Explorer Waterproof Jacket', 'Urban Explorer Waterproof Jacket'],
  ['Netflix', 'Netflix'],
])('%s is called %s', (title, name) => {
  expect(nameOf(title)).toBe(name);
});

test.each(['', '   ', '27"', '$20', '[]', '500 GB', '😀', '\0'])('%j has no name', (title) => {
  expect(phrasesOf(title)).toEqual([]);
});

test('two words beside one another make a pair, sizes and small words aside', () => {
  const pairs = phrasesOf('Gigabyte WINDFORCE 24 GB graphics card with a cable').filter(({ kind }) => kind === 'pair');
  expect(pairs.map(({ phrase }) => phrase)).toEqual(['graphics card']);
});
