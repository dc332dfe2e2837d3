import { beforeEach, expect, test } from 'vitest';
import { keptLines } from '../../../src/cli/kept-text.ts';
import type { Context } from '../../../src/server/context.ts';
import {
  brand,
  category,
  collection,
  contextOf,
  deal,
  exported,
  forum,
  importRecords,
  NOW,
  store,
  surroundings,
} from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';

const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();

eachDatabase('what editors changed', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    await importRecords(context, [
      ...[...surroundings(), category({ slug: 'lamps', name: 'Lamps' }), brand(), collection(), deal()],
      ...[store({ slug: 'other', name: 'Other' }), forum({ slug: 'freebies', title: 'Freebies', position: 2 })],
    ]);
  });

  const row = () => context.db.selectFrom('deals').selectAll().where('source_id', '=', 'd1').executeTakeFirstOrThrow();
  const edit = (changes: object) => give(context, 'edit', { deal: 'test:d1', changes, dryRun: false });
  const imported = async (fields: Record<string, unknown>, options = {}) => {
    const report = await importRecords(context, [deal(fields)], options);
    expect(report.problems).toEqual([]);
    return report;
  };

  test('survives the next import field by field, and is told', async () => {
    await edit({ title: 'Our title', price: '17.00', collections: ['under-25'] });
    const report = await imported({ title: 'Their title', price: '18.00', couponCode: 'TEN', prices: [['2026-02-20', '18.00']] });
    const { thread_id, ...kept } = await row();
    expect(kept).toMatchObject({ title: 'Our title', price_cents: 1700, coupon_code: 'TEN' });
    const record = JSON.parse((await exported(context)).at(-1)!) as Record<string, unknown>;
    expect(record).toMatchObject({ collections: ['under-25'], prices: [['2026-03-01', '17.00']] });
    expect(report).toMatchObject({
      keptCount: 1,
      kept: [
        {
          threadId: thread_id,
          title: 'Our title',
          fields: ['collections', 'price', 'title'].map((field) => ({ field, on: '2026-03-01' })),
        },
      ],
    });
    expect(keptLines(report)).toEqual([
      '',
      'Edited here and kept as they are, though the files differ (1 deal):',
      `  deal ${thread_id} "Our title": collections (2026-03-01), price (2026-03-01), title (2026-03-01)`,
      '"edit DEAL --follow FIELD" lets imports change a field again; "import --follow" does so for all of these.',
    ]);
    // What the file says alike is nothing to tell, and a dry run tells it too.
    expect((await imported({ title: 'Our title', price: '17.00', collections: ['under-25'] })).keptCount).toBe(0);
    expect((await imported({ title: 'Third' }, { dryRun: true })).keptCount).toBe(1);
  });

  test.each(['title', 'store', 'category', 'forum', 'brand', 'kind', 'url', 'description', 'image', 'couponCode', 'variants', 'listPrice'])(
    'of %s is kept by itself',
    async (field) => {
      const ours: Record<string, unknown> = {
        ...{ title: 'Our title', category: 'lamps', brand: 'zeta', kind: 'game', url: 'https://acme.example/ours', description: 'Ours.' },
        ...{
          store: 'other',
          forum: 'freebies',
          image: 'https://acme.example/ours.png',
          couponCode: 'OURS',
          variants: ['ours'],
          listPrice: '99.00',
        },
      };
      await edit({ [field]: ours[field] });
      const before = await exported(context);
      const report = await imported({});
      expect(report.kept.flatMap(({ fields }) => fields.map((kept) => kept.field))).toEqual([field]);
      expect(await exported(context)).toEqual(before);
    },
  );

  test('keeps what it would contradict in the files together with it, and tells it', async () => {
    await imported({ price: '199.00' });
    await edit({ price: '300.00' });
    const report = await imported({ price: '199.00', listPrice: '249.00', listPriceSeen: '2026-02-01', couponCode: 'TEN' });
    expect(await row()).toMatchObject({ price_cents: 30000, list_price_cents: null, list_price_seen: null, coupon_code: 'TEN' });
    const together = { field: 'listPrice', on: '2026-03-01', with: 'price' };
    expect(report.kept[0]!.fields).toEqual([together, { field: 'price', on: '2026-03-01' }]);
    expect(keptLines(report).slice(2, -1)).toEqual([
      `  deal ${(await row()).thread_id} "A game": listPrice (with price, 2026-03-01), price (2026-03-01)`,
      'What is kept "with" another field would contradict it in the files, such as a list price that is no more than the price.',
    ]);
    // What is stored is what every way in takes.
    expect((await edit({ couponCode: 'NINE' })).refused).toEqual([]);
    expect(
      (
        await importRecords(
          context,
          (await exported(context)).map((line) => JSON.parse(line) as object),
        )
      ).problems,
    ).toEqual([]);
    // A list price that is more goes with the price that an editor set.
    expect(
      (await imported({ price: '199.00', listPrice: '349.00', couponCode: 'NINE' })).kept[0]!.fields.map(({ field }) => field),
    ).toEqual(['price']);
    expect(await row()).toMatchObject({ price_cents: 30000, list_price_cents: 34900 });
  });

  test("of a list price keeps the price below it when the file's is more, with its observations", async () => {
    await imported({ price: '199.00', prices: [['2026-02-01', '199.00']] });
    await edit({ listPrice: '249.00' });
    const before = await exported(context);
    const report = await imported({ price: '260.00', prices: [['2026-02-20', '260.00']] });
    expect(report.kept[0]!.fields).toEqual([
      { field: 'listPrice', on: '2026-03-01' },
      { field: 'price', on: '2026-03-01', with: 'listPrice' },
    ]);
    expect(await exported(context)).toEqual(before);
  });

  test.each([
    ['price', { price: '15.00' }, ['listPrice', 'shipping']],
    ['listPrice', { listPrice: '29.00' }, ['price', 'shipping']],
    ['shipping', { shipping: '4.00' }, ['listPrice', 'price']],
  ])('of %s keeps the other amounts where the file has another currency', async (field, change, others) => {
    await imported({ listPrice: '25.00', shipping: '3.00' });
    await edit(change);
    const before = await exported(context);
    const report = await imported({ price: '10.00', listPrice: '40.00', shipping: '9.00', currency: 'EUR' });
    const fields = report.kept[0]!.fields;
    expect(fields.filter((kept) => kept.with === field).map((kept) => kept.field)).toEqual(others);
    expect(fields.filter((kept) => kept.with === undefined).map((kept) => kept.field)).toEqual([field]);
    expect(await exported(context)).toEqual(before);
  });

  test('about when a deal shows survives, too: it stays expired, live, or scheduled', async () => {
    await give(context, 'expire', { deals: ['test:d1'] });
    const report = await imported({ expiresAt: inDays(9), expired: false });
    expect(await row()).toMatchObject({ status: 'expired', expires_at: null });
    expect(report.kept[0]!.fields).toEqual([{ field: 'schedule', on: '2026-03-01' }]);
    await give(context, 'revive', { deals: ['test:d1'] });
    await imported({ expired: true });
    expect(await row()).toMatchObject({ status: 'live' });
    await give(context, 'schedule', { deal: 'test:d1', starts: inDays(2), expires: inDays(3) });
    await imported({});
    expect(await row()).toMatchObject({ status: 'scheduled', starts_at: new Date(inDays(2)), expires_at: new Date(inDays(3)) });
  });

  test('is left to imports again when told so, for a field or for all of them', async () => {
    await edit({ title: 'Our title', couponCode: 'OURS' });
    const { thread_id } = await row();
    const follow = (...fields: string[]) => give(context, 'follow', { deal: 'test:d1', follow: fields, dryRun: false });
    expect((await follow('titel')).refused[0]).toMatch(/^follow: there is no field titel; the fields are title, description,/);
    expect((await follow('title')).said).toEqual([`${thread_id} "Our title" follows its source again: the next import sets title`]);
    expect((await follow('title')).said[0]).toContain('nobody changed title here');
    await imported({});
    expect(await row()).toMatchObject({ title: 'A game', coupon_code: 'OURS' });
    await imported({}, { follow: true });
    expect(await row()).toMatchObject({ coupon_code: null });
  });

  test('is no field whose value was so already: the next import changes that', async () => {
    await imported({ listPrice: '30.00', startsAt: inDays(-2), collections: ['under-25'] });
    const same = { title: 'A game', price: '$19.99', currency: 'USD', listPrice: '30', startsAt: inDays(-2), collections: ['under-25'] };
    await edit({ ...same, couponCode: 'OURS' });
    await edit(same);
    const theirs = { title: 'Their title', price: '18.00', listPrice: '28.00', startsAt: inDays(-1), collections: [] };
    const report = await imported({ ...theirs, couponCode: 'THEIRS' });
    expect(report.kept.flatMap(({ fields }) => fields)).toEqual([{ field: 'couponCode', on: '2026-03-01' }]);
    expect(await row()).toMatchObject({ title: 'Their title', price_cents: 1800, list_price_cents: 2800, coupon_code: 'OURS' });
    // What is the editor's stays so when it is given once more.
    await edit({ couponCode: 'OURS' });
    expect((await imported({ ...theirs, couponCode: 'THEIRS' })).kept).toHaveLength(1);
  });

  test('is left by undoing an import', async () => {
    await imported({ title: 'Their title', couponCode: 'THEIRS', expired: true });
    await edit({ title: 'Our title' });
    const { said } = await give(context, 'undo-import', { id: 2, dryRun: false });
    expect(said.slice(-2)).toEqual([
      'Not restored, because they were changed since:',
      `  deal ${(await row()).thread_id} "Our title": title`,
    ]);
    expect(await row()).toMatchObject({ title: 'Our title', coupon_code: null, status: 'live' });
  });
});
