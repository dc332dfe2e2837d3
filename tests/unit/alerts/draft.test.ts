import { describe, expect, test } from 'vitest';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';
import { addMethodOf, alertFields, newDraft, criteriaFields } from '../../../src/features/alerts/draft.ts';

const search = { criteriaId: 'coupon=1;min=1000;max=6000;percent=20;q=ssd', title: 'ssd', source: 'search' } as const;

describe('the form of a new alert', () => {
  test('begins with what the page narrows its deals by', () => {
    expect(newDraft(search, DEFAULT_REGION)).toMatchObject({ maxprice: '60', minpercent: '20', coupon: true, frequency: 'instant' });
  });

  test.each([
    ['en-US', '1299.50'],
    ['de-DE', '1299,50'],
  ])('begins with a price as it is typed in %s', (locale, maxprice) => {
    expect(newDraft({ criteriaId: 'max=129950' }, { ...DEFAULT_REGION, locale }).maxprice).toBe(maxprice);
  });

  test('begins with a deal’s price', () => {
    expect(newDraft({ maxprice: '49.99' }, DEFAULT_REGION)).toMatchObject({ maxprice: '49.99', minpercent: '', coupon: false });
  });

  test('lifts a limit whose field is emptied, and keeps what has no field', () => {
    const fields = alertFields(search, { ...newDraft(search, DEFAULT_REGION), maxprice: ' ', minpercent: '', coupon: false });
    expect(fields).toMatchObject({ criteriaId: 'q=ssd', minprice: '10.00', maxprice: '', minpercent: '', coupon: '0' });
  });

  test('of a search by price alone is sent by its price', () => {
    const subject = { ...search, criteriaId: 'max=6000' };
    const fields = alertFields(subject, newDraft(subject, DEFAULT_REGION));
    expect(fields.criteriaId).toBeUndefined();
    expect([addMethodOf(fields), fields.maxprice]).toEqual(['do-add', '60']);
  });

  test('leaves criteria that it cannot read to the server', () => {
    expect(criteriaFields({ criteriaId: 'nonsense' })).toEqual({ criteriaId: 'nonsense' });
  });

  test('of a deal is for deals like it', () => {
    const wanted = criteriaFields({ intagid: 'deal-5' });
    expect([wanted, addMethodOf(wanted)]).toEqual([{ intagid: 'deal-5' }, 'do-add-widget']);
  });
});
