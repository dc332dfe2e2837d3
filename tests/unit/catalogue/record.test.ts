import { describe, expect, test } from 'vitest';
import { checkRecord as check, issueText, keyOf } from '../../../src/features/catalogue/check-record.ts';
import type { ParseContext } from '../../../src/features/catalogue/parse-fields.ts';
import { brand, category, collection, comment, deal, forum, member, offer, PARSE_CONTEXT, store } from '../../support/catalogue.ts';

const checkRecord = (value: unknown, parseContext: Partial<ParseContext> = {}) => check(value, { ...PARSE_CONTEXT, ...parseContext });

const issuesOf = (value: unknown, parseContext: Partial<ParseContext> = {}) => {
  const checked = checkRecord(value, parseContext);
  return 'problems' in checked ? checked.problems.map(issueText) : [];
};

describe('a record', () => {
  test.each([forum(), category(), store(), brand(), collection(), member(), deal(), comment(), offer()])(
    'of type $type is taken',
    (record) => {
      expect(issuesOf(record)).toEqual([]);
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

  test.each([
    ['か\u3099ん\u306f\u3099り', 'がんばり'],
    ['\u1112\u1161\u11ab국 라면', '한국 라면'],
    ['Fahr\u00adrad\u00adhelm', 'Fahrradhelm'],
    ['Wi\u200bFi Ro\u2060u\ufeffter', 'WiFi Router'],
    ['ផ្ទះ\u200bថ្មី', 'ផ្ទះ\u200bថ្មី'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['👨\u200d👩\u200d👧 pack', '👨\u200d👩\u200d👧 pack'],
  ])('has the title %j as %j, the one spelling of what looks so', (title, kept) => {
    expect(checkRecord(deal({ title, sourceId: title }))).toMatchObject({ record: { title: kept, sourceId: title } });
  });

  test('reads moments with their zone, and a bare day as its first moment in the zone of the site, an end as its last', () => {
    const written = deal({ postedAt: '2026-01-31T12:00:00+02:00', startsAt: '2026-02-01', expiresAt: '2026-02-01' });
    expect(checkRecord(written, { timeZone: 'Europe/Berlin' })).toMatchObject({
      record: {
        postedAt: new Date('2026-01-31T10:00:00Z'),
        startsAt: new Date('2026-01-31T23:00:00Z'),
        expiresAt: new Date('2026-02-01T22:59:59.999Z'),
      },
    });
  });

  test.each<[string, Partial<ParseContext>, Record<string, unknown>, object]>([
    ['the sign of a currency', {}, { price: '€19.99' }, { price: { cents: 1999, terms: null }, currency: 'EUR' }],
    ['the sign of every dollar', {}, { price: '$19.99', currency: 'CAD' }, { price: { cents: 1999, terms: null }, currency: 'CAD' }],
    [
      'a currency of the site',
      { currency: 'EUR', locale: 'de-DE' },
      { price: '1.299' },
      { price: { cents: 129_900, terms: null }, currency: 'EUR' },
    ],
    [
      'a sign in one of two prices',
      {},
      { price: '15', listPrice: '£20' },
      { price: { cents: 1500, terms: null }, listPrice: 2000, currency: 'GBP' },
    ],
    [
      'a range of whole francs',
      { currency: 'CHF', locale: 'de-CH' },
      { price: 'Fr. 49.– – Fr. 99.–' },
      { price: { cents: 4900, terms: { kind: 'range', from: 4900, to: 9900 } }, currency: 'CHF' },
    ],
    [
      'a range with a wave, as Japan writes it',
      { currency: 'JPY', locale: 'ja-JP' },
      { price: '1,000円～2,000円' },
      { price: { cents: 100_000, terms: { kind: 'range', from: 100_000, to: 200_000 } }, currency: 'JPY' },
    ],
    ['yen', {}, { price: '¥1,980' }, { price: { cents: 198_000, terms: null }, currency: 'JPY' }],
    ['observed prices and days', {}, { prices: [['1/20/2026', '$5']] }, { prices: [['2026-01-20', 500]] }],
    ['a number for an id', {}, { sourceId: 2, postedBy: 7 }, { sourceId: '2', postedBy: '7' }],
    ['codes in whatever case', {}, { condition: 'Open-Box', shipsTo: ['us', 'Ca'] }, { condition: 'open-box', shipsTo: ['US', 'CA'] }],
    ['the serial number of a day', {}, { expiresAt: 46_354 }, { expiresAt: new Date('2026-11-28T23:59:59.999Z') }],
    ['a day of this year', {}, { expiresAt: 'Mar 8' }, { expiresAt: new Date('2026-03-08T23:59:59.999Z') }],
    [
      'the sign in a range',
      {},
      { price: '€5 - €9' },
      { price: { cents: 500, terms: { kind: 'range', from: 500, to: 900 } }, currency: 'EUR' },
    ],
    [
      'amounts of several pieces by the language',
      { currency: 'EUR', locale: 'de-DE' },
      { price: '2 for 1.299,50 €' },
      { price: { cents: 64_975, terms: { kind: 'multi', quantity: 2, total: 129_950 } }, currency: 'EUR' },
    ],
  ])('reads %s', (_name, parseContext, written, expected) => {
    expect(checkRecord(deal(written), parseContext)).toMatchObject({ record: expected });
  });

  test('has a key where its id is a number, too', () => {
    expect(keyOf(deal({ sourceId: 2, price: 'abc' }))).toEqual({ type: 'deal', source: 'test', sourceId: '2' });
  });

  test('takes out of a title what turns the direction of letters', () => {
    expect(checkRecord(deal({ title: '\u202eA \u2067game\u2069 \u202c' }))).toMatchObject({ record: { title: 'A game' } });
    expect(issuesOf(deal({ title: '\u202eAB' }))).toEqual(['title: must have at least 3 characters (is "\u202eAB")']);
  });

  test('takes blanks off a title, and leaves a text as it is', () => {
    const checked = checkRecord(deal({ title: '  A game ', description: '  one\n\ntwo ' }));
    expect(checked).toMatchObject({ record: { title: 'A game', description: '  one\n\ntwo ' } });
  });
});

describe('a wrong record is told in words an editor can act on', () => {
  test.each<[string, unknown, string]>([
    ['no object', 'deal', 'must be a JSON object, in { and }'],
    ['a list', [], 'must be a JSON object, in { and }'],
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
    ['a missing address', deal({ url: undefined }), 'url: is missing: it must be an address that begins with http:// or https://'],
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
      'a word for a price in another currency than the site’s',
      deal({ price: 'abc', currency: 'EUR' }),
      'price: must be an amount such as 12.99 or free, or words such as "2 for €5" or "30% off" (is "abc")',
    ],
    [
      'a negative price',
      deal({ price: -1 }),
      'price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is -1)',
    ],
    ['half a cent', deal({ price: '1.005' }), 'price: may mean 1005 or 1.00; write 1005.00 or 1.00 (is "1.005")'],
    [
      'more than the database holds',
      deal({ price: '99999999999' }),
      'price: is too large: the largest amount is 21474836.47 (is "99999999999")',
    ],
    [
      'nothing for a price',
      deal({ price: null }),
      'price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is null)',
    ],
    ['a short title', deal({ title: 'ab' }), 'title: must have at least 3 characters (is "ab")'],
    [
      'a title that nobody sees',
      deal({ title: '\u200b\u2060\u00ad\u3164' }),
      'title: must have characters that show (is "\u200b\u2060\u00ad\u3164")',
    ],
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
      'url: must not hold a user or password (is "https://a:b@x.example/")',
    ],
    [
      'blanks in an address',
      deal({ url: 'https://acme.example/my thing' }),
      'url: must not hold blanks; write %20 (is "https://acme.example/my thing")',
    ],
    [
      'an address without end',
      deal({ url: `https://acme.example/${'x'.repeat(3000)}` }),
      `url: must have at most 2048 characters (is "https://acme.example/${'x'.repeat(38)}…)`,
    ],
    [
      'an address that leads nowhere',
      deal({ url: 'https://acme.example:99999/' }),
      'url: must be an address that a browser can open, such as https://acme.example/p/1 (is "https://acme.example:99999/")',
    ],
    [
      'a picture in a file',
      deal({ image: 'file:///etc/passwd' }),
      'image: must be an address that begins with http:// or https:// (is "file:///etc/passwd")',
    ],
    [
      'a slug with capitals',
      deal({ forum: 'Acme' }),
      'forum: must be lowercase letters, digits and hyphens, such as video-games (is "Acme")',
    ],
    [
      'a day that is not',
      deal({ expiresAt: '2026-02-30' }),
      'expiresAt: must be a date such as 2026-01-31, 01/31/2026 or 2026-01-31T12:00:00Z (is "2026-02-30")',
    ],
    [
      'two days',
      deal({ expiresAt: 'Nov 28 - Dec 28' }),
      'expiresAt: must be a date such as 2026-01-31, 01/31/2026 or 2026-01-31T12:00:00Z; in words one day, such as Jan 31, 2026 8:00 PM (is "Nov 28 - Dec 28")',
    ],
    [
      'a day and a month the other way round',
      deal({ postedAt: '28/02/2026' }),
      'postedAt: must be a date such as 2026-01-31, 01/31/2026 or 2026-01-31T12:00:00Z (is "28/02/2026")',
    ],
    [
      'the sign of another currency',
      deal({ price: '€5', currency: 'USD' }),
      'price: is in €, but the currency is USD; give the amount in USD, or the currency that it is in (is "€5")',
    ],
    [
      'two currencies',
      deal({ price: '€5', listPrice: '$6' }),
      'listPrice: is in $, but the currency is EUR; give the amount in EUR, or the currency that it is in (is "$6")',
    ],
    [
      'a range from one currency to another',
      deal({ price: '€10 - $20' }),
      'price: is in $, but the currency is EUR; give the amount in EUR, or the currency that it is in (is "€10 - $20")',
    ],
    [
      'a range whose currencies stand at its ends',
      deal({ price: '$10 to 20 €' }),
      'price: is in €, but the currency is USD; give the amount in USD, or the currency that it is in (is "$10 to 20 €")',
    ],
    ['half a yen', deal({ price: '19.80', currency: 'JPY' }), 'price: must be a whole number: JPY has no decimals (is "19.80")'],
    [
      'an end before the start',
      deal({ startsAt: '2026-03-02', expiresAt: '2026-03-01' }),
      'expiresAt: must be after startsAt, which is 2026-03-02 00:00 UTC (is "2026-03-01")',
    ],
    [
      'a list price that is no more than the price',
      deal({ price: '20', listPrice: '20' }),
      'listPrice: must be more than the price, which is 20.00, or left out (is "20")',
    ],
    [
      'a list price that is yet to be seen',
      deal({ listPriceSeen: '2026-03-02' }),
      'listPriceSeen: must not be in the future: give the day on which that price was seen (is "2026-03-02")',
    ],
    [
      'a year before all',
      deal({ postedAt: '0000-01-01' }),
      'postedAt: must be a date such as 2026-01-31, 01/31/2026 or 2026-01-31T12:00:00Z (is "0000-01-01")',
    ],
    ['an unknown currency', deal({ currency: 'XYZ' }), 'currency: must be a currency code such as USD (is "XYZ")'],
    ['a number for an id that JSON has rounded', deal({ sourceId: 1e20 }), 'sourceId: must be text (is 100000000000000000000)'],
    ['a country twice', deal({ shipsTo: ['us', 'US'] }), 'shipsTo: must not name anything twice (is ["us","US"])'],
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
    ['a coupon without code', offer({ code: undefined }), 'code: must be given for a coupon; what needs no code is a deal'],
    ['an offer of nobody', offer({ store: undefined }), 'store: must be given, or else maker'],
    ['a rule of nothing', collection({ rule: {} }), 'rule.items: is missing: it must say items: deals or offers'],
    ['a rule of both', collection({ rule: { items: 'deals', expired: true } }), 'rule.expired: unknown field'],
  ])('%s', (_name, record, issue) => {
    expect(issuesOf(record)).toEqual([issue]);
  });

  test('an unknown field, with the known ones', () => {
    expect(issuesOf(brand({ nmae: 'Zeta' }))).toEqual(['nmae: unknown field; a brand has type, slug, name']);
    expect(issuesOf(offer({ nmae: 'Zeta' }))[0]).toMatch(/^nmae: unknown field; an offer has type, /);
    expect(issuesOf(brand({ '\u001b[31mRED\u0007': 1 }))[0]).toBe('"\\u001b[31mRED\\u0007": unknown field; a brand has type, slug, name');
  });

  test.each([
    ['title', 200],
    ['couponCode', 100],
    ['membersOnly', 40],
  ])('a %s that is too long, with the one number of characters that it may have: %i', (field, most) => {
    for (const length of [most + 1, most * 2 + 1, 5_000])
      expect(checkRecord(deal({ [field]: 'x'.repeat(length) }))).toMatchObject({
        problems: [{ field, reason: `must have at most ${most} characters` }],
      });
  });

  test('everything that is wrong at once, long values cut', () => {
    expect(issuesOf(deal({ title: 'x'.repeat(300), price: 'abc' }))).toEqual([
      `title: must have at most 200 characters (is "${'x'.repeat(59)}…)`,
      'price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is "abc")',
    ]);
  });
});
