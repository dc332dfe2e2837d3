import { expect, test } from 'vitest';
import { attributionIn } from '../../../src/lib/attribution-query.ts';

test('what a query says of who led here is cut to what the server takes, and has no NUL and no half of a character', () => {
  const query = new URLSearchParams({
    utm_campaign: `${'a'.repeat(199)}🎁`,
    utm_source: 'let\0ter',
    utm_medium: '\0',
    utm_other: 'x',
    sdxt07: 'b'.repeat(300),
    sdxt08: 'x',
  });
  expect(attributionIn(query)).toEqual({ utm_campaign: `${'a'.repeat(199)}\ufffd`, utm_source: 'letter', sdxt07: 'b'.repeat(200) });
  expect(attributionIn(new URLSearchParams('q=tv&utm_source='))).toBeUndefined();
});
