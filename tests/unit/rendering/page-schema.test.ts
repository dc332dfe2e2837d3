import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Reply } from '../../../src/features/comments/contracts/replies.ts';
import type { DealPage } from '../../../src/features/deals/detail.ts';
import type { FeedPage } from '../../../src/features/feeds/feed.ts';
import type { OfferPage } from '../../../src/features/offers/detail.server.ts';
import { loadOfferPage } from '../../../src/features/rendering/load.server.ts';
import { pageJsonSchema, pagePayload } from '../../../src/features/rendering/page-schema.ts';
import { contextOf, importRecords, offer, store, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { answerOf, frozenContext, usePublishing } from '../../support/publishing.ts';

const publishing = usePublishing();
const DOCUMENT = join(import.meta.dirname, '../../../docs/api.md');

/** Payloads as somebody checks them who has the JSON Schema alone. */
const fromJson = () => z.fromJSONSchema(JSON.parse(JSON.stringify(pageJsonSchema())) as Parameters<typeof z.fromJSONSchema>[0]);

test('the schema and the types of pages are of one mind', () => {
  expectTypeOf<FeedPage | DealPage<Reply> | OfferPage>().toExtend<z.input<typeof pagePayload>>();
});

onDatabase('published payloads', (open) => {
  test('are as the schema says, with no field that it does not name', async () => {
    const { db } = await open();
    const context = frozenContext(db);
    await publishedCatalogue(context, 12);
    const release = await publishing.open(context);
    await release.settle();
    const schema = fromJson();
    const types = new Set<string>();
    for (const address of release.shown.keys()) {
      if (!address.endsWith('/_payload.json')) continue;
      const payload = JSON.parse(answerOf(release, address)!.toString()) as { pageData: { type: string } };
      types.add(payload.pageData.type);
      expect([address, schema.safeParse(payload).error]).toEqual([address, undefined]);
      expect(pagePayload.parse(payload)).toEqual(payload);
    }
    expect(types).toEqual(new Set(['deal', 'directory', 'feed', 'offer']));
  });
});

/** The payload that docs/api.md shows. */
const documentedPayload = (): unknown =>
  JSON.parse(/^```json\n(\{\n {2}"pageData".*?)^```$/ms.exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? 'null');

onDatabase('the payload of the documents', (open) => {
  test('is that of the offer that it is about', async () => {
    const context = contextOf(await open());
    const { problems } = await importRecords(context, [
      ...surroundings(),
      store({ slug: 'corner-shop', name: 'Corner Shop', host: 'shop.example', url: 'https://shop.example/' }),
      offer({
        offerId: 12,
        title: '20% off lamps',
        description: 'All lamps, also those that cost less already.',
        kind: 'lamp',
        store: 'corner-shop',
        code: 'BRIGHT20',
        percent: 20,
        minimum: '50.00',
        terms: 'Once for each customer.',
        postedAt: '2026-11-01T08:00:00Z',
        expiresAt: '2026-12-31T23:59:59Z',
      }),
    ]);
    expect(problems).toEqual([]);
    expect(await loadOfferPage(context, '12')).toEqual({ status: 200, page: documentedPayload() });
  });
});

describe('the schema', () => {
  test('names no format that validators do not know, which refuse all of it then', () => {
    const formats = JSON.stringify(pageJsonSchema()).matchAll(/"format":"([^"]*)"/g);
    expect(new Set([...formats].map(([, format]) => format))).toEqual(new Set(['date', 'date-time']));
  });

  test('refuses what is no payload', () => {
    const schema = fromJson();
    for (const wrong of [null, {}, { pageData: { type: 'deal' }, pageLayout: {}, pageMetadata: {} }])
      expect(schema.safeParse(wrong).success).toBe(false);
  });

  test('has no field of a page that the documents leave out', () => {
    const document = readFileSync(DOCUMENT, 'utf8');
    for (const { shape } of pagePayload.shape.pageData.options) {
      const row = new RegExp(`^\\| \`${shape.type.value}\` .*`, 'm').exec(document)?.[0] ?? '';
      const named = [...row.matchAll(/`(\w+)\??`/g)].map(([, name]) => name);
      const unnamed = Object.keys(shape).filter((field) => field !== 'type' && !named.includes(field));
      expect([shape.type.value, unnamed]).toEqual([shape.type.value, []]);
    }
  });

  test('takes the example of the documents', () => {
    const payload = documentedPayload();
    expect(fromJson().safeParse(payload).error).toBeUndefined();
    expect(pagePayload.parse(payload)).toEqual(payload);
  });
});
