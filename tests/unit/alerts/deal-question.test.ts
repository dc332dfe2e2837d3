import { describe, expect, test } from 'vitest';
import { dealAnswer, threadIdIn } from '../../../src/features/alerts/deal-question.ts';

describe('a deal that somebody names', () => {
  test.each([
    ['12', 12],
    [' 12 ', 12],
    ['https://deals.example/f/12-a-kettle?x=1#comments', 12],
    ['/f/12', 12],
    ['a kettle', undefined],
    ['https://deals.example/pco/12', undefined],
  ])('%s', (text, id) => {
    expect(threadIdIn(text)).toBe(id);
  });
});

describe('what a dry run says of it', () => {
  const why = { threadId: 12, title: 'A kettle', matches: false, conditions: [{ condition: 'has a coupon', met: false }] };
  const found = { title: 'kettle', criteriaId: 'q=kettle', perWeek: 0, total: 0, deals: [] };

  test.each([
    ['is why it would come, or not', '/f/12-a-kettle', { ...found, why }, { why }],
    ['is nothing where none is named', ' ', { ...found, why }, undefined],
    ['is nothing until there is a dry run', '12', undefined, undefined],
    ['is that it cannot be read', 'a kettle', undefined, { message: 'Paste the address of a deal’s page, or its number.' }],
    ['is that there is no such deal', '12', found, { message: 'There is no such deal.' }],
    ['is not what was said of another', '13', { ...found, why }, { message: 'There is no such deal.' }],
  ])('%s', (_, deal, answer, expected) => {
    expect(dealAnswer(deal, answer)).toEqual(expected);
  });
});
