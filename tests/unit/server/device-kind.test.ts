import { expect, test } from 'vitest';
import { deviceKind } from '../../../src/server/device-kind.ts';

test.each([
  ['mobile', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'],
  ['mobile', 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Version/16.6 Mobile/15E148 Safari/604.1'],
  ['desktop', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'],
  ['desktop', 'curl/8.0'],
  ['desktop', ''],
  ['desktop', null],
] as const)('is %s by the user agent %j', (kind, userAgent) => {
  expect(deviceKind(userAgent)).toBe(kind);
});
