import { expect, it } from 'vitest';
import { readDiscountWords } from '../../../src/features/search/discount-words.ts';

it.each([
  ['50% off', { rest: '', percent: 50, matchedText: '50% off' }],
  ['headphones 50% off', { rest: 'headphones', percent: 50, matchedText: '50% off' }],
  ['50 percent off shoes', { rest: 'shoes', percent: 50, matchedText: '50 percent off' }],
  ['At Least 30% Off monitors', { rest: 'monitors', percent: 30, matchedText: 'At Least 30% Off' }],
  ['monitors min 30 % off', { rest: 'monitors', percent: 30, matchedText: 'min 30 % off' }],
  ['over 40% off tv under 500', { rest: 'tv under 500', percent: 40, matchedText: 'over 40% off' }],
  ['ssd >= 25% off', { rest: 'ssd', percent: 25, matchedText: '>= 25% off' }],
  ['20%+ off lamps', { rest: 'lamps', percent: 20, matchedText: '20%+ off' }],
  ['lamps 20% or more off', { rest: 'lamps', percent: 20, matchedText: '20% or more off' }],
  ['lamps 20% off or more', { rest: 'lamps', percent: 20, matchedText: '20% off or more' }],
  ['27" monitor 30% off', { rest: '27" monitor', percent: 30, matchedText: '30% off' }],
  ['"desk lamp" 30% off', { rest: '"desk lamp"', percent: 30, matchedText: '30% off' }],
  ['100% off', { rest: '', percent: 100, matchedText: '100% off' }],
])('%s', (query, words) => expect(readDiscountWords(query)).toEqual(words));

it.each([
  '20%',
  '100% cotton',
  '50% wool coat',
  '80% keyboard',
  'over 30%',
  '0% off',
  '500% off',
  '12.5% off',
  '$20 off',
  '50 off',
  '30% off-road tires',
  '30% offset',
  'up to 50% off',
  'less than 20% off',
  '20-30% off',
  'shoes -50% off',
  '"50% off"',
  'shoes -"up to 30% off"',
  'vitamin d3 at least 90 percent',
])('%s is no discount', (query) => expect(readDiscountWords(query)).toEqual({ rest: query }));
