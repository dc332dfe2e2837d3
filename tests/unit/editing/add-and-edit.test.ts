import { beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import { brand, collection, contextOf, deal, importRecords, member, store, surroundings } from '../../support/catalogue.ts';
import { give } from '../../support/given.ts';

const lamp = { title: 'A lamp', store: 'acme', category: 'games', url: 'https://acme.example/lamp', price: '12.50' };

onDatabase('an editor', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    await importRecords(context, [...surroundings(), store({ slug: 'acme-outlet' }), brand(), collection(), member()]);
  });

  const dealRow = (threadId = 1001) =>
    context.db.selectFrom('deals').selectAll().where('thread_id', '=', threadId).executeTakeFirstOrThrow();
  const dealCount = async () => (await context.db.selectFrom('deals').select('thread_id').execute()).length;
  const prices = () => context.db.selectFrom('price_observations').select(['observed_on', 'cents']).orderBy('observed_on').execute();

  describe('who adds a deal', () => {
    const add = (record: object, more: object = {}) => give(context, 'add', { record, dryRun: false, ...more });

    test('is told its id and address, and it is published', async () => {
      let publications = 0;
      const onChanged = async () => {
        publications++;
        return { changed: ['/f/1001-a-lamp', '/'], failed: [] };
      };
      const { said, published } = await give(
        context,
        'add',
        { record: { ...lamp, collections: ['under-25'] }, poster: 'ADA', dryRun: false },
        { onChanged },
      );
      expect(said).toEqual(['Added deal 1001 "A lamp": http://localhost:4321/f/1001-a-lamp']);
      expect([published, publications]).toEqual([['/f/1001-a-lamp', '/'], 1]);
      const row = await dealRow();
      expect(row).toMatchObject({ source: 'editor', price_cents: 1250, status: 'live', posted_by: 1 });
      expect(row.source_id).toMatch(/^2026-03-01-[0-9a-f]{8}$/);
    });

    test('is told which pages could not be published, and that they follow', async () => {
      const failed = Array.from({ length: 22 }, (_, at) => ({ target: `deal:${at}`, message: 'ENOSPC: no space left on device' }));
      const { said } = await give(context, 'add', { record: lamp, dryRun: false }, { onChanged: async () => ({ changed: [], failed }) });
      expect(said.slice(1)).toEqual([
        ...failed.slice(0, 20).map(({ target }) => `${target} keeps its old pages: ENOSPC: no space left on device`),
        '… and 2 more',
        'A running site tries them again every half minute; its log says more.',
      ]);
    });

    test('is told that the site compares other pages after the command', async () => {
      const onChanged = async () => ({ changed: ['/'], failed: [], left: 15_504 });
      const { said } = await give(context, 'add', { record: lamp, dryRun: false }, { onChanged });
      expect(said.slice(1)).toEqual([
        'The site goes on by itself: 15,504 pages more may show the change. "publish" waits for all of them.',
      ]);
    });

    test('for later is told from when it shows', async () => {
      const { said } = await add({ ...lamp, startsAt: '2026-04-01' });
      expect(said).toContain('It is scheduled: it shows from 2026-04-01 00:00 UTC');
    });

    test('is warned of one that is there, and it is added', async () => {
      await add(lamp);
      const { said } = await add({ ...lamp, title: 'a  LAMP' });
      expect(said[1]).toMatch(
        /^Warning: "a {2}LAMP" looks like the same product at the same store and price as deal 1001 \/f\/1001-a-lamp/,
      );
      expect(said[2]).toBe('If it is the same, make one of them: npm run site -- merge 1003 1001');
      expect(await dealCount()).toBe(2);
    });

    test.each([
      ['at a price that was rounded', { price: '12.50' }, { price: '12.30' }, 'at the same store and price'],
      ['at a price that a coupon makes', { price: '12.50' }, { price: '8.20', couponCode: 'LESS' }, 'with a coupon (8.20 and 12.50)'],
      ['at a price without its coupon', { price: '8.20', couponCode: 'LESS' }, { price: '12.50' }, 'with a coupon (12.50 and 8.20)'],
      ['without one price', { price: '30% off' }, { price: '30% off' }, 'at the same store and price'],
      ['that has expired, too', { expired: true }, { expired: true }, 'at the same store and price'],
      ['but not at a price far lower', { price: '12.50' }, { price: '8.00', couponCode: 'LESS' }, undefined],
      ['but not at another price', { price: '12.50' }, { price: '11.00' }, undefined],
      ['but not with another promise', { price: '30% off' }, { price: '50% off' }, undefined],
      ['but not of one that has expired', { expired: true }, {}, undefined],
      ['but not of one of another store', {}, { store: 'acme-outlet' }, undefined],
      ['but not of one of weeks ago', { postedAt: '2026-02-01' }, {}, undefined],
    ])('is warned of the same product %s', async (_kind, first, second, warning) => {
      await add({ ...lamp, ...first });
      const { said } = await add({ ...lamp, ...second });
      const warned = said.filter((line) => line.startsWith('Warning: '));
      expect(warned).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)]);
    });

    test('only to see leaves nothing behind', async () => {
      const { said } = await add(lamp, { dryRun: true });
      expect([said, await dealCount()]).toEqual([['This deal would be added; nothing was written'], 0]);
    });

    test.each<[string, object, string[]]>([
      [
        'each wrong field',
        { ...lamp, price: 'abc', title: 'x', colour: 'red' },
        [
          'title: must have at least 3 characters (is "x")',
          'price: must be an amount such as 12.99 or free, or words such as "2 for $5" or "30% off" (is "abc")',
          expect.stringMatching(/^colour: unknown field; a deal has type, source/) as string,
        ],
      ],
      [
        'what is not there, with what comes near',
        { ...lamp, store: 'acm', brand: 'qqq', collections: ['under-52'] },
        [
          'store: there is no store "acm"; near it: acme, acme-outlet',
          'brand: there is no brand "qqq"; import it first',
          'collections: there is no collection "under-52"; near it: under-25',
        ],
      ],
      [
        'dates the wrong way round',
        { ...lamp, startsAt: '2026-05-01', expiresAt: '2026-04-01' },
        ['expiresAt: must be after startsAt, which is 2026-05-01 00:00 UTC (is "2026-04-01")'],
      ],
      [
        'a list price that is no more than the price, and one seen in the future',
        { ...lamp, listPrice: '12.50', listPriceSeen: '2026-03-02' },
        [
          'listPrice: must be more than the price, which is 12.50, or left out (is "12.50")',
          'listPriceSeen: must not be in the future: give the day on which that price was seen (is "2026-03-02")',
        ],
      ],
      ['what is missing', { title: 'A lamp' }, expect.arrayContaining([expect.stringMatching(/^store: is missing/)]) as string[]],
    ])('is told %s', async (_name, record, lines) => {
      expect((await add(record)).refused).toEqual(lines);
      expect(await dealCount()).toBe(0);
    });

    test('is told that there is no such member', async () => {
      expect((await add(lamp, { poster: 'Zoe' })).refused).toEqual([
        'postedBy: there is no member "Zoe"; give a user name or source:sourceId',
      ]);
    });

    test('does not replace one with the same key by it', async () => {
      await add({ ...lamp, source: 'mine', sourceId: '1' });
      for (const sourceId of ['1', 1]) {
        const { refused } = await add({ ...lamp, source: 'mine', sourceId, title: 'Another' });
        expect(refused).toEqual(['sourceId: mine:1 is deal 1001 "A lamp" already; change it with "edit 1001"']);
      }
      expect((await dealRow()).title).toBe('A lamp');
    });
  });

  describe('who edits a deal', () => {
    beforeEach(async () => {
      const record = deal({
        brand: 'zeta',
        couponCode: 'SAVE',
        description: 'Text.',
        collections: ['under-25'],
        postedBy: 'm1',
        votesUp: 5,
        variants: ['red'],
        prices: [['2026-02-01', '19.99']],
      });
      expect((await importRecords(context, [record])).problems).toEqual([]);
    });

    const edit = (changes: object, name = '1001', more: object = {}) =>
      give(context, 'edit', { deal: name, changes, dryRun: false, ...more });

    test('changes that and nothing else', async () => {
      const before = await dealRow();
      const { said } = await edit({ title: 'A better game' });
      expect(said).toEqual(['Changed title of deal 1001 "A better game": http://localhost:4321/f/1001-a-better-game', 'It is live']);
      const after = await dealRow();
      expect(after).toEqual({
        ...before,
        title: 'A better game',
        search: after.search,
        updated_at: context.clock(),
        modified_at: context.clock(),
        changed_at: after.changed_at,
      });
      expect(await prices()).toEqual([{ observed_on: '2026-02-01', cents: 1999 }]);
      expect(await context.db.selectFrom('deal_collections').selectAll().execute()).toHaveLength(1);
    });

    test('notes a new price as observed today', async () => {
      await edit({ price: '17.99' });
      await edit({ price: '16.99' });
      expect((await dealRow()).price_cents).toBe(1699);
      expect(await prices()).toEqual([
        { observed_on: '2026-02-01', cents: 1999 },
        { observed_on: '2026-03-01', cents: 1699 },
      ]);
    });

    test('notes no price where a deal asks for no amount, and keeps those from before', async () => {
      await edit({ price: 'buy one get one half off' });
      expect(await dealRow()).toMatchObject({ price_cents: null, price_terms: { kind: 'bogo', buy: 1, get: 1, percent: 50 } });
      expect(await prices()).toEqual([{ observed_on: '2026-02-01', cents: 1999 }]);
      await edit({ price: '3 for $45' });
      expect(await dealRow()).toMatchObject({ price_cents: 1500, price_terms: { kind: 'multi', quantity: 3, total: 4500 } });
      expect(await prices()).toHaveLength(2);
      await edit({ price: '18.00' });
      expect(await dealRow()).toMatchObject({ price_cents: 1800, price_terms: null });
    });

    test('in another currency gives all amounts in it, and its price history begins anew', async () => {
      await edit({ listPrice: '29.99', shipping: 'free', freeShippingFrom: '35' });
      const line =
        'currency: would be EUR, and was USD; give listPrice, freeShippingFrom in EUR in the same edit, or clear what is optional';
      expect((await edit({ price: '€19.99', currency: 'EUR' })).refused).toEqual([line]);
      expect((await edit({ currency: 'EUR' })).refused).toEqual([line.replace('listPrice', 'price, listPrice')]);
      expect(await prices()).toEqual([{ observed_on: '2026-02-01', cents: 1999 }]);
      const { said } = await edit({ price: '€19.99', currency: 'EUR', listPrice: '25', freeShippingFrom: null });
      expect(said).toContain('Its observed prices begin anew: those from before were in USD');
      expect(await dealRow()).toMatchObject({ currency: 'EUR', price_cents: 1999, list_price_cents: 2500, free_shipping_from_cents: null });
      expect(await prices()).toEqual([{ observed_on: '2026-03-01', cents: 1999 }]);
      await edit({ price: 'BOGO', currency: 'USD', listPrice: null });
      expect([(await dealRow()).currency, await prices()]).toEqual(['USD', []]);
    });

    test('clears what is optional', async () => {
      await edit({ couponCode: null, brand: null, variants: [] }, '1001', { poster: null });
      expect(await dealRow()).toMatchObject({ coupon_code: null, brand_id: null, variants: [], posted_by: null, description: 'Text.' });
    });

    test.each(['1001', '/f/1001-whatever', 'http://localhost:4321/f/1001-a-game?x=1', 'f/1001', 'test:d1'])('names it %s', async (name) => {
      expect((await edit({ title: 'Renamed' }, name)).refused).toEqual([]);
      expect((await dealRow()).title).toBe('Renamed');
    });

    test('is told when it is so already, and nothing is published', async () => {
      let publications = 0;
      const onChanged = async (): Promise<void> => {
        publications++;
      };
      const { said } = await give(context, 'edit', { deal: '1001', changes: { title: 'A game' }, dryRun: false }, { onChanged });
      expect([said, publications]).toEqual([['1001 "A game" is so already; nothing was changed'], 0]);
    });

    test('is told of the fields that have another value now, and not of those that were so already', async () => {
      const changes = { title: 'A game', price: '17.00', currency: 'USD' };
      expect((await edit(changes, '1001', { dryRun: true })).said[0]).toBe('1001 "A game" would be changed (price); nothing was written');
      expect((await edit(changes)).said[0]).toMatch(/^Changed price of deal 1001 /);
      await give(context, 'schedule', { deal: '1001', expires: '2099-01-01T00:00:00Z' });
      await give(context, 'expire', { deals: ['1001'] });
      expect((await edit({ expiresAt: '2099-01-01T00:00:00Z' })).said).toEqual([
        expect.stringMatching(/^Changed expiresAt of deal 1001 /),
        'It is live until 2099-01-01 00:00 UTC',
      ]);
    });

    test('only to see changes nothing', async () => {
      const before = await dealRow();
      expect((await edit({ expiresAt: '2020-01-01T00:00:00Z' }, '1001', { dryRun: true })).said[1]).toMatch(
        /^Then it is expired \(2020-01-0/,
      );
      expect((await edit({ price: 'free' }, '1001', { dryRun: true })).said).toEqual([
        '1001 "A game" would be changed (price); nothing was written',
      ]);
      expect(await dealRow()).toEqual(before);
    });

    test.each<[string, object, string, string]>([
      ['what must not be cleared', { title: null }, '1001', 'title: is missing: it must be text'],
      ['a wrong amount', { listPrice: '-1' }, '1001', 'listPrice: must be an amount such as 12.99 or free (is "-1")'],
      [
        'a list price that is no more than the price that stays',
        { listPrice: '19.99' },
        '1001',
        'listPrice: must be more than the price, which is 19.99, or left out (is "19.99")',
      ],
      [
        'a list price seen in the future',
        { listPrice: '30', listPriceSeen: '2026-03-02' },
        '1001',
        'listPriceSeen: must not be in the future: give the day on which that price was seen (is "2026-03-02")',
      ],
      ['an unknown category', { category: 'gams' }, '1001', 'category: there is no category "gams"; near it: games'],
      [
        'an unknown deal',
        { title: 'Other' },
        '7',
        'there is no deal 7; name it by its thread id (1001), its address (/f/1001-…) or source:sourceId',
      ],
    ])('is told %s', async (_name, changes, name, line) => {
      const before = await dealRow();
      expect((await edit(changes, name)).refused).toEqual([line]);
      expect(await dealRow()).toEqual(before);
    });

    test('leaves expired what is, until it gets a date to come', async () => {
      await edit({ expiresAt: '2026-06-01' });
      await give(context, 'expire', { deals: ['1001'] });
      await edit({ title: 'Still over' });
      expect((await dealRow()).status).toBe('expired');
      await edit({ expiresAt: '2026-07-01' });
      expect((await dealRow()).status).toBe('live');
      expect((await edit({ expiresAt: '2026-02-20' })).said).toContain('It is expired (2026-02-20 23:59 UTC)');
    });
  });
});
