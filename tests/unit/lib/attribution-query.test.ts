import { expect, test } from 'vitest';
import { attributionIn } from '../../../src/lib/attribution-query.ts';

test('what a query says of who led here is cut to what the server takes, and no character is left in half', () => {
  const query = new URLSearchParams({
    utm_campaign: `${'a'.repeat(199)}🎁`,
    utm_source: 'letter',
    utm_other: 'x',
    sdxt07: 'b'.repeat(300),
    sdxt08: 'x',
  });
  expect(attributionIn(query)).toEqual({ utm_campaign: `${'a'.repeat(199)}\ufffd`, utm_source: 'letter', sdxt07: 'b'.repeat(200) });
  expect(attributionIn(new URLSearchParams('q=tv&utm_source='))).toBeUndefined();
});
