import { expect, test } from 'vitest';
import { offerDescription } from '../../../src/features/offers/words.ts';

const card = {
  uniqueId: 'PCO-1',
  pcoId: 1,
  offerType: 'coupon' as const,
  dealTitle: 'Lamps for less',
  path: '/pco/1',
  savingText: '20% off',
  minimumText: null,
  code: 'BRIGHT20',
  isExpired: false,
  year: null,
  postedAt: '2026-11-01T08:00:00.000Z',
  expiresAt: null,
  store: { slug: 'acme', name: 'Acme', host: 'acme.example' },
  maker: null,
  picture: { kind: null, url: null, photo: null, initial: 'L', tint: 'blue' },
};

test('the description of an offer tells it from another of the same store and saving', () => {
  expect(offerDescription(card)).toBe('20% off with a coupon code at Acme. Lamps for less');
  expect(offerDescription({ ...card, dealTitle: 'Desks for less' })).toBe('20% off with a coupon code at Acme. Desks for less');
});

test('Hebrew names keep the order of their words within the English of a description', () => {
  const hebrew = { ...card, dealTitle: 'מנורות Philips', store: { ...card.store, name: 'כל בו 24' } };
  expect(offerDescription(hebrew)).toBe('20% off with a coupon code at \u2068כל בו 24\u2069. \u2068מנורות Philips\u2069');
});

test('the description of an offer that does not say what it saves says what it is', () => {
  const silent = { ...card, savingText: null };
  expect(offerDescription({ ...silent, store: null, maker: 'Maker & Sons' })).toBe('Coupon code at Maker & Sons. Lamps for less');
  expect(offerDescription({ ...silent, offerType: 'cashback', code: null })).toBe('Cashback at Acme. Lamps for less');
  expect(offerDescription({ ...silent, isExpired: true })).toBe('Expired coupon code at Acme. Lamps for less');
});
