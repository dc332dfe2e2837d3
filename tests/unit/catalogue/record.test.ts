import { describe, expect, test } from 'vitest';
import { checkRecord } from '../../../src/features/catalogue/check-record.ts';
import { brand, category, collection, comment, deal, forum, member, offer, store } from '../../support/catalogue.ts';

const complaintsOf = (value: unknown) => {
  const checked = checkRecord(value);
  return 'problems' in checked ? checked.problems.map(({ field, reason }) => `${field}: ${reason}`) : [];
};

describe('a record', () => {
  test.each([forum(), category(), store(), brand(), collection(), member(), deal(), comment(), offer()])(
    'of type $type is taken',
    (record) => {
      expect(complaintsOf(record)).toEqual([]);
    },
  );

  test.each([
    ['19.99', 1999],
    [19.99, 1999],
    ['$1,299.99', 129_999],
    ['15', 1500],
    ['free', 0],
    ['Free', 0],
    [0, 0],
  ])('reads the price %j as %d cents', (price, cents) => {
    expect(checkRecord(deal({ price }))).toMatchObject({ record: { price: { cents, terms: null } } });
  });

  test('reads moments with their zone, and a bare day as its first moment in UTC', () => {
    const { record } = checkRecord(deal({ postedAt: '2026-01-31T12:00:00+02:00', expiresAt: '2026-02-01' })) as { record: object };
    expect(record).toMatchObject({ postedAt: new Date('2026-01-31T10:00:00Z'), expiresAt: new Date('2026-02-01T00:00:00Z') });
  });

  test('takes blanks off a title, and leaves a text as it is', () => {
    const checked = checkRecord(deal({ title: '  A game ', description: '  one\n\ntwo ' }));
    expect(checked).toMatchObject({ record: { title: 'A game', description: '  one\n\ntwo ' } });
  });
});

describe('a wrong record is told in words an editor can act on', () => {
  test.each<[string, unknown, string]>([
    ['no object', 'deal', ': must be a JSON object, in { and }'],
    ['a list', [], ': must be a JSON object, in { and }'],
    [
      'no type',
      { slug: 'x' },
      'type: is missing: it must be one of forum, category, store, brand, collection, member, deal, comment, offer',
    ],
    [
      'an unknown type',
      { type: 'dela' },
      'type: must be one of forum, category, store, brand, collection, member, deal, comment, offer (is "dela")',
    ],
    [
      'a missing price',
      deal({ price: undefined }),
      'price: is missing: it must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off"',
    ],
    [
      'a word for a price',
      deal({ price: 'abc' }),
      'price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is "abc")',
    ],
    [
      'a negative price',
      deal({ price: -1 }),
      'price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is -1)',
    ],
    [
      'half a cent',
      deal({ price: '1.005' }),
      'price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is "1.005")',
    ],
    [
      'more than the database holds',
      deal({ price: '99999999999' }),
      'price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is "99999999999")',
    ],
    [
      'nothing for a price',
      deal({ price: null }),
      'price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is null)',
    ],
    ['a short title', deal({ title: 'ab' }), 'title: must have at least 3 characters (is "ab")'],
    ['a title of blanks', deal({ title: '     ' }), 'title: must have at least 3 characters (is "     ")'],
    ['a title on two lines', deal({ title: 'one\ntwo' }), 'title: must be on one line (is "one\\ntwo")'],
    ['a NUL', deal({ title: 'one\0two' }), 'title: must not contain control characters or broken Unicode (is "one\\u0000two")'],
    [
      'half a surrogate',
      deal({ description: 'x\ud800' }),
      'description: must not contain control characters or broken Unicode (is "x\\ud800")',
    ],
    [
      'a script for an address',
      deal({ url: 'javascript:alert(1)' }),
      'url: must be an address that begins with http:// or https:// (is "javascript:alert(1)")',
    ],
    [
      'a password in an address',
      deal({ url: 'https://a:b@x.example/' }),
      'url: must be an address that begins with http:// or https:// (is "https://a:b@x.example/")',
    ],
    [
      'a picture in a file',
      deal({ image: 'file:///etc/passwd' }),
      'image: must be an address that begins with http:// or https:// (is "file:///etc/passwd")',
    ],
    [
      'a slug with capitals',
      deal({ store: 'Acme' }),
      'store: must be lowercase letters, digits and hyphens, such as video-games (is "Acme")',
    ],
    [
      'a day that is not',
      deal({ expiresAt: '2026-02-30' }),
      'expiresAt: must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z (is "2026-02-30")',
    ],
    [
      'a moment without zone',
      deal({ postedAt: '2026-02-01T10:00:00' }),
      'postedAt: must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z (is "2026-02-01T10:00:00")',
    ],
    [
      'a year before all',
      deal({ postedAt: '0000-01-01' }),
      'postedAt: must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z (is "0000-01-01")',
    ],
    ['an unknown currency', deal({ currency: 'XYZ' }), 'currency: must be a currency code such as USD (is "XYZ")'],
    ['half a vote', deal({ votesUp: 1.5 }), 'votesUp: must be a whole number (is 1.5)'],
    ['a price of no day', deal({ prices: [['yesterday', '5']] }), 'prices.0.0: must be a day such as 2026-01-31 (is "yesterday")'],
    [
      'two prices of a day',
      deal({
        prices: [
          ['2026-01-01', 5],
          ['2026-01-01', 6],
        ],
      }),
      'prices: must not name a day twice (is [["2026-01-01",5],["2026-01-01",6]])',
    ],
    [
      'a user name with blanks',
      member({ username: 'a b' }),
      'username: must be 3 to 20 letters, digits, dots, hyphens or underscores (is "a b")',
    ],
    ['a coupon without code', offer({ code: undefined }), 'code: must be given for a coupon'],
    ['an offer of nobody', offer({ store: undefined }), 'store: must be given, or else maker'],
    ['a rule of nothing', collection({ rule: {} }), 'rule.items: is missing: it must say items: deals or offers'],
    ['a rule of both', collection({ rule: { items: 'deals', expired: true } }), 'rule.expired: unknown field'],
  ])('%s', (_name, record, complaint) => {
    expect(complaintsOf(record)).toEqual([complaint]);
  });

  test('an unknown field, with the known ones', () => {
    expect(complaintsOf(brand({ nmae: 'Zeta' }))).toEqual(['nmae: unknown field; a brand has type, slug, name']);
  });

  test('everything that is wrong at once, long values cut', () => {
    expect(complaintsOf(deal({ title: 'x'.repeat(300), price: 'abc' }))).toEqual([
      `title: must have at most 200 characters (is "${'x'.repeat(59)}…)`,
      'price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is "abc")',
    ]);
  });
});
