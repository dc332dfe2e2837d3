import { expect, test } from 'vitest';
import { mayTrack } from '../../../src/features/shell/consent.ts';

test.each([
  ['on', '', false, true],
  ['on', 'sd_p=tracking=no', false, false],
  ['on', 'sd_p=tracking=yes', true, false],
  ['on', '', true, false],
  ['ask', '', false, false],
  ['ask', 'style-id=17; sd_p=banner=collapsed&tracking=yes', false, true],
  ['ask', 'sd_p=tracking=yes', true, false],
  ['ask', 'sd_p=tracking=perhaps', false, false],
  ['off', 'sd_p=tracking=yes', false, false],
] as const)(
  'where the site’s policy is %s, cookies are %j and the browser objects: %s, a visitor may be counted: %s',
  (policy, cookies, objects, may) => {
    expect(mayTrack(policy, cookies, objects)).toBe(may);
  },
);
