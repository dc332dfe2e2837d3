import fc from 'fast-check';
import { oneSpelling } from '../../src/lib/one-spelling.ts';
import { NOW } from './catalogue.ts';

/** Whole catalogues at random: what belongs together by reference is drawn from what has been drawn before. */

const text = (minLength: number, maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength, maxLength })
    .map((drawn) => oneSpelling(drawn.replace(/[\p{Cc}\u2028\u2029]/gu, '·').replace(/^\s|\s$/gu, 'x')));
const multilineText = fc.oneof(text(2, 60), fc.constant('One.\n\nTwo, "three" | four\t\\'));
const amount = fc.integer({ min: 0, max: 2_000_000 }).map((cents) => (cents / 100).toFixed(2));
const pastMoment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
const day = moment.map((date) => date.slice(0, 10));
const votes = fc.nat(5_000);
const currency = fc.constantFrom('USD', 'EUR', 'GBP');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const someOf = <T>(all: T[]) => fc.subarray(all);

const term = { startsAt: maybe(moment), expiresAt: maybe(moment), expired: maybe(fc.boolean()) };

interface Drawn {
  price?: string;
  listPrice?: string | undefined;
  listPriceSeen?: string | undefined;
  startsAt?: string | undefined;
  expiresAt?: string | undefined;
}

/** A record without what contradicts itself. */
function plausible<T extends Drawn>(drawn: T): T {
  const { startsAt = '', expiresAt = '~', listPriceSeen = '', price = '', listPrice } = drawn;
  const cheaper = listPrice !== undefined && !(Number(listPrice) > (price === 'free' ? 0 : Number(price)));
  return {
    ...drawn,
    startsAt: startsAt < expiresAt ? drawn.startsAt : undefined,
    listPriceSeen: listPriceSeen <= NOW.toISOString().slice(0, 10) ? drawn.listPriceSeen : undefined,
    listPrice: cheaper ? undefined : listPrice,
  };
}

const slugs = (prefix: string, minLength: number) =>
  fc.integer({ min: minLength, max: 4 }).map((count) => Array.from({ length: count }, (_, at) => `${prefix}-${at}`));

/** Records of every type in import order, in which everything referred to is there. */
export const catalogue: fc.Arbitrary<object[]> = fc
  .record({
    forums: slugs('forum', 1),
    categories: slugs('category', 1),
    stores: slugs('store', 1),
    brands: slugs('brand', 0),
    collections: slugs('collection', 0),
    members: slugs('member', 1),
    deals: slugs('deal', 0),
    comments: slugs('comment', 0),
    offers: slugs('offer', 0),
  })
  .chain((names) =>
    fc.tuple(
      each(names.forums, () => ({ type: fc.constant('forum'), title: text(1, 40), position: fc.nat(9) }), 'slug'),
      each(
        names.categories,
        (at) => ({
          type: fc.constant('category'),
          name: text(1, 40),
          parent: earlier(names.categories, at),
          kind: maybe(fc.constantFrom('monitor', 'ssd', 'fishing-rod')),
          tint: maybe(fc.constantFrom('blue', 'sand')),
          position: fc.nat(9),
        }),
        'slug',
      ),
      each(
        names.stores,
        () => ({
          type: fc.constant('store'),
          name: text(1, 40),
          host: fc.domain(),
          url: fc.webUrl(),
          description: multilineText,
        }),
        'slug',
      ),
      each(names.brands, () => ({ type: fc.constant('brand'), name: text(1, 40) }), 'slug'),
      each(
        names.collections,
        () => ({
          type: fc.constant('collection'),
          title: text(1, 40),
          description: multilineText,
          position: fc.nat(9),
          rule: rule(names.categories),
        }),
        'slug',
      ),
      each(
        names.members,
        (at) => ({
          type: fc.constant('member'),
          source: fc.constant('test'),
          username: fc.constantFrom('Ada', 'b.o-b_').map((name) => `${name}${at}`),
          joinedAt: moment,
        }),
        'sourceId',
      ),
      each(
        names.deals,
        () => ({
          type: fc.constant('deal'),
          source: fc.constant('test'),
          title: text(3, 60),
          description: maybe(multilineText),
          kind: maybe(fc.constantFrom('monitor', 'ssd', 'fishing-rod')),
          image: maybe(fc.webUrl({ validSchemes: ['https'] })),
          store: fc.constantFrom(...names.stores),
          brand: one(names.brands),
          category: fc.constantFrom(...names.categories),
          forum: fc.constantFrom(...names.forums),
          collections: someOf(names.collections),
          url: fc.webUrl(),
          price: fc.oneof(
            amount,
            fc.constantFrom('free', '30% off', '19.99 - 49.99', 'from 19.99', '2 for 5.00', 'BOGO', 'save 6', 'buy 2 get 1 50% off'),
          ),
          listPrice: maybe(amount),
          listPriceSeen: maybe(day),
          currency: maybe(currency),
          couponCode: maybe(text(1, 20)),
          shipping: maybe(fc.oneof(amount, fc.constant('free'))),
          freeShippingFrom: maybe(amount),
          shipsTo: maybe(fc.uniqueArray(fc.constantFrom('US', 'CA', 'GB', 'DE', 'JP'), { maxLength: 3 })),
          membersOnly: maybe(text(1, 20)),
          condition: maybe(fc.constantFrom('new', 'open-box', 'refurbished', 'used')),
          checkedAt: maybe(pastMoment),
          variants: maybe(fc.uniqueArray(text(1, 20), { maxLength: 3 })),
          postedAt: maybe(moment),
          updatedAt: maybe(moment),
          ...term,
          postedBy: one(names.members),
          votesUp: maybe(votes),
          votesDown: maybe(votes),
          prices: maybe(fc.uniqueArray(fc.tuple(day, amount), { maxLength: 4, selector: ([on]) => on })),
        }),
        'sourceId',
      ),
      names.deals.length === 0
        ? fc.constant([])
        : each(
            names.comments,
            (at) => ({
              type: fc.constant('comment'),
              source: fc.constant('test'),
              deal: fc.constant(names.deals[0]),
              parent: earlier(names.comments, at),
              member: fc.constantFrom(...names.members, null),
              body: multilineText,
              postedAt: moment,
              votesUp: maybe(votes),
              votesDown: maybe(votes),
            }),
            'sourceId',
          ),
      each(
        names.offers,
        () => ({
          type: fc.constant('offer'),
          source: fc.constant('test'),
          offerType: fc.constantFrom('coupon', 'cashback'),
          title: text(3, 60),
          description: maybe(multilineText),
          kind: maybe(fc.constantFrom('monitor', 'ssd', 'fishing-rod')),
          store: one(names.stores),
          maker: text(1, 40),
          // What stands for no code, such as "-", is left out on import.
          code: text(1, 20).map((drawn) => `C${drawn}`),
          percent: maybe(fc.float({ min: 0.5, max: 100, noNaN: true })),
          amount: maybe(amount),
          minimum: maybe(amount),
          currency: maybe(currency),
          terms: maybe(multilineText),
          url: maybe(fc.webUrl()),
          postedAt: moment,
          ...term,
          year: maybe(fc.integer({ min: 2000, max: NOW.getUTCFullYear() })),
        }),
        'sourceId',
      ),
    ),
  )
  .map((types) => types.flat());

type Fields = Record<string, fc.Arbitrary<unknown>>;

const each = (names: string[], fields: (at: number) => Fields, key: 'slug' | 'sourceId'): fc.Arbitrary<object[]> =>
  fc.tuple(...names.map((name, at) => fc.record<Drawn>({ [key]: fc.constant(name), ...fields(at) }).map(plausible)));

const one = (names: string[]) => fc.constantFrom(undefined, ...names);
const earlier = (names: string[], at: number) => fc.constantFrom(undefined, ...names.slice(0, at));

function rule(categories: string[]): fc.Arbitrary<object> {
  return fc.oneof(
    fc.record({
      items: fc.constant('deals'),
      minPercent: maybe(fc.integer({ min: 1, max: 100 })),
      maxPrice: maybe(amount),
      categories: maybe(someOf(categories)),
      lowest: maybe(fc.boolean()),
      picked: maybe(fc.boolean()),
    }),
    fc.record({ items: fc.constant('offers'), offerType: fc.constantFrom('coupon', 'cashback'), expired: fc.boolean() }),
  );
}
