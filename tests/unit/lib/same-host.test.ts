import { expect, test } from 'vitest';
import { isSameHost } from '../../../src/lib/same-host.ts';

test.each([
  ['acme.example', 'acme.example', true],
  ['www.acme.example', 'acme.example', true],
  ['ACME.example', 'www.acme.example', true],
  ['shop.acme.example', 'acme.example', true],
  ['acme.example', 'shop.acme.example', true],
  ['notacme.example', 'acme.example', false],
  ['acme.example.partner.example', 'acme.example', false],
  ['partner.example', 'acme.example', false],
])('%s and %s belong together: %s', (one, other, expected) => {
  expect(isSameHost(one, other)).toBe(expected);
});
