import { expect, test } from 'vitest';
import { shownPrice } from '../../../src/features/deals/words.ts';
import { expiredText } from '../../../src/features/deals/expired-text.ts';
import { pictureSource } from '../../../src/features/deals/pictures.ts';

test('what costs nothing is Free', () => {
  expect([shownPrice('free'), shownPrice('$5.00')]).toEqual(['Free', '$5.00']);
});

test('a photo goes before a drawing, and neither leaves the initial', () => {
  const tile = { initial: 'A', tint: 'blue', photo: null };
  expect(pictureSource({ ...tile, kind: 'lamp', url: '/photos/ab-480.webp' })).toBe('/photos/ab-480.webp');
  expect(pictureSource({ ...tile, kind: 'lamp', url: null })).toBe('/pictures/lamp.svg');
  expect(pictureSource({ ...tile, kind: null, url: null })).toBeUndefined();
});

test('what is over says on which day it ended, by the site’s calendar, and not when it was to end later', () => {
  const region = { locale: 'en-US', timeZone: 'America/New_York' };
  const on = (expiresAt: string | null, now: string) => expiredText(expiresAt, region, new Date(now));
  // It is the evening of the 30th there.
  expect(on('2026-12-31T03:00:00Z', '2026-12-31T02:59:00Z')).toBe('Expired on 12/30/26');
  expect(on('2026-12-31T23:00:00Z', '2026-12-31T04:59:00Z')).toBe('Expired');
  expect(on('2026-12-31T23:00:00Z', '2026-12-31T05:00:00Z')).toBe('Expired on 12/31/26');
  expect(on('2026-12-31T23:00:00Z', '2027-03-01T00:00:00Z')).toBe('Expired on 12/31/26');
  expect(on(null, '2027-03-01T00:00:00Z')).toBe('Expired');
});
