import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { structuredData } from '../../../src/features/rendering/structured-data.ts';
import { loadShell } from '../../../src/features/shell/shell.server.ts';
import { contextOf, deal, importRecords, offer, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

const address = z.url({ protocol: /^https?$/ });
const moment = z.iso.datetime();
const text = z.string().trim().min(1);
const own = { '@context': z.literal('https://schema.org').optional() };

/** Of what schema.org knows of these types, what pages of offers may say; anything else is a slip. */
const organization = z.strictObject({ '@type': z.literal('Organization'), name: text });
const schemaOffer = z.strictObject({
  ...own,
  '@type': z.literal('Offer'),
  name: text,
  url: address,
  category: z.enum(['Coupon', 'Cashback']),
  description: text.optional(),
  identifier: z.strictObject({ '@type': z.literal('PropertyValue'), propertyID: text, value: text }).optional(),
  availability: z.enum(['https://schema.org/InStock', 'https://schema.org/Discontinued']),
  validFrom: moment.optional(),
  validThrough: moment.optional(),
  seller: organization.optional(),
  eligibleTransactionVolume: z
    .strictObject({
      '@type': z.literal('PriceSpecification'),
      minPrice: z.string().regex(/^\d+(\.\d{2})?$/),
      priceCurrency: z.string().length(3),
    })
    .optional(),
});
const listItem = z
  .strictObject({
    '@type': z.literal('ListItem'),
    position: z.int().positive(),
    name: text.optional(),
    url: address.optional(),
    item: z.union([address, schemaOffer]).optional(),
  })
  .refine(({ url, item }) => url !== undefined || item !== undefined, 'leads nowhere');
const inOrder = (items: { position: number }[]) => items.every(({ position }, index) => position === index + 1);
const items = z.array(listItem).min(1).refine(inOrder, 'is out of order');
const itemList = z
  .strictObject({ ...own, '@type': z.literal('ItemList'), name: text, numberOfItems: z.int().nonnegative(), itemListElement: items })
  .refine((list) => list.numberOfItems >= list.itemListElement.length, 'has more items than it says');
const emptyList = z.strictObject({
  ...own,
  '@type': z.literal('ItemList'),
  name: text,
  numberOfItems: z.literal(0),
  itemListElement: z.tuple([]),
});
const breadcrumbs = z.strictObject({ ...own, '@type': z.literal('BreadcrumbList'), itemListElement: items });
const block = z.union([schemaOffer, itemList, emptyList, breadcrumbs]).refine((data) => data['@context'] !== undefined, 'has no context');

onDatabase('structured data of offers', (open) => {
  test('are valid on the page of an offer, of a store and of all coupons', async () => {
    const context = contextOf(await open());
    await importRecords(context, [
      ...surroundings(),
      offer({ minimum: '25.00', expiresAt: '2027-01-01T00:00:00Z' }),
      offer({ sourceId: 'o2', title: 'Five back', offerType: 'cashback', code: undefined, percent: 5 }),
      offer({ sourceId: 'o3', title: 'Was ten', code: 'OLD', expired: true }),
      offer({ sourceId: 'o4', title: 'Of a maker', store: undefined, maker: 'Maker & Sons' }),
    ]);
    const ids = (await context.db.selectFrom('offers').select('id').execute()).map(({ id }) => id);
    const shell = await loadShell(context);
    const kinds: string[] = [];
    for (const path of [...ids.map((id) => `/pco/${id}`), '/store/acme', '/browse/coupons', '/browse/cashback']) {
      const loaded = await loadPage(context, path, new URLSearchParams());
      if (loaded.status !== 200) throw new Error(`${path} has no page`);
      for (const data of structuredData(loaded.page, shell)) {
        const { error } = block.safeParse(JSON.parse(JSON.stringify(data)));
        expect(error?.issues ?? [], `${path}: ${JSON.stringify(data)}`).toEqual([]);
        kinds.push((data as { '@type': string })['@type']);
      }
    }
    expect(kinds.filter((kind) => kind === 'Offer')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'ItemList')).toHaveLength(4);
  });

  test('and of deals tell no end of what was ended early', async () => {
    const context = contextOf(await open());
    const ended = { expiresAt: '2027-01-01T00:00:00Z', expired: true };
    await importRecords(context, [...surroundings(), offer(ended), deal(ended)]);
    const { id } = await context.db.selectFrom('offers').select('id').executeTakeFirstOrThrow();
    const shell = await loadShell(context);
    for (const path of [`/pco/${id}`, '/f/1001-a-game']) {
      const loaded = await loadPage(context, path, new URLSearchParams());
      if (loaded.status !== 200) throw new Error(`${path} has no page`);
      const data = JSON.stringify(structuredData(loaded.page, shell));
      expect(data).toContain('https://schema.org/Discontinued');
      expect(data).not.toContain('2027');
    }
  });

  test('stand beside a description that says the year, so that no two of a maker are the same', async () => {
    const context = contextOf(await open());
    const past = { store: undefined, maker: 'Maker & Sons', code: 'BF', percent: 30, expired: true };
    await importRecords(context, [...surroundings(), ...[2024, 2025].map((year) => offer({ ...past, sourceId: `o${year}`, year }))]);
    const rows = await context.db.selectFrom('offers').select('id').orderBy('year').execute();
    const pages = await Promise.all(rows.map(({ id }) => loadPage(context, `/pco/${id}`, new URLSearchParams())));
    expect(pages.map((found) => found.status === 200 && found.page.pageMetadata.description)).toEqual([
      'Expired 30% off with a coupon code at Maker & Sons in 2024. Ten percent',
      'Expired 30% off with a coupon code at Maker & Sons in 2025. Ten percent',
    ]);
  });
});
