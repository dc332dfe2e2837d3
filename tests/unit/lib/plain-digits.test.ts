import { expect, test } from 'vitest';
import { plainDigits } from '../../../src/lib/plain-digits.ts';

test('digits of every script that has them are those of ASCII', () => {
  const scripts = [
    'arab',
    'arabext',
    'beng',
    'deva',
    'fullwide',
    'gujr',
    'guru',
    'khmr',
    'knda',
    'laoo',
    'mlym',
    'mymr',
    'tamldec',
    'telu',
    'thai',
    'tibt',
  ];
  for (const numberingSystem of scripts) {
    const written = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(9_876_543_210);
    expect(written).not.toBe('9876543210');
    expect(plainDigits(written)).toBe('9876543210');
  }
});

test('Arabic separators are a point and a comma, and marks of direction go', () => {
  expect(plainDigits('\u200f١٬٢٩٩٫٩٩\u00a0ج.م.\u200f')).toBe('1,299.99 ج.م.');
  expect(plainDigits('٢٤\u200f/١٢\u200f/٢٠٢٦')).toBe('24/12/2026');
});
